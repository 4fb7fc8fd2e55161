import { useLingui } from '@lingui/react/macro'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import type { PrinterConnectionType, Printing } from '#data/meta.ts'
import type { PaperSize } from '#domain/receipts/paper-size.ts'
import { Switch } from '#ui/switch/switch.tsx'
import classes from './print-sheet.module.css'

const BAUD_RATES = [9600, 19200, 38400, 57600, 115200]

/** The value of a list that equals a text, with its type. */
function findOption<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text)
}

type Props = {
  readonly printing: Printing
  /** The connections to a receipt printer that this browser supports. */
  readonly transports: readonly PrinterConnectionType[]
  readonly onChange: (printing: Printing) => void
}

/** Which paper, which printer, and its settings. */
export function PrintingChoice({ printing, transports, onChange }: Props) {
  const { t } = useLingui()
  const names: Readonly<Record<Printing['way'], string>> = {
    browser: t`Browser print`,
    bluetooth: t`Bluetooth printer`,
    usb: t`USB printer`,
    serial: t`Serial printer`,
  }
  const papers: { value: PaperSize; label: string }[] = [
    { value: '58', label: '58 mm' },
    { value: '80', label: '80 mm' },
    { value: 'A4', label: 'A4' },
  ]
  const options = ['browser' as const, ...transports]
  return (
    <>
      <SegmentedControl<PaperSize>
        fullWidth
        aria-label={t`Paper`}
        value={printing.paper}
        onChange={(paper) => onChange({ ...printing, paper })}
        data={papers}
      />
      {printing.paper === 'A4' ? null : transports.length === 0 ? (
        <p className="dim small">
          {t`This browser cannot connect to receipt printers. Chrome on Android supports Bluetooth printers; Chrome on a computer also USB and serial. Here, use the browser's own printing.`}
        </p>
      ) : (
        <NativeSelect
          label={t`Printer`}
          value={printing.way}
          onChange={(event) => {
            const way = findOption(options, event.currentTarget.value)
            if (way) onChange({ ...printing, way })
          }}
          data={options.map((value) => ({ value, label: names[value] }))}
        />
      )}
      {isDirectPrint(printing, transports) ? (
        <div className={classes.options}>
          {printing.way === 'serial' ? (
            <NativeSelect
              label={t`Baud rate`}
              value={String(printing.baud)}
              onChange={(event) => onChange({ ...printing, baud: Number(event.currentTarget.value) })}
              data={BAUD_RATES.map(String)}
            />
          ) : null}
          <Switch
            label={t`Print the QR code as an image (if it does not come out)`}
            on={printing.qrAsPicture}
            onChange={(qrAsPicture) => onChange({ ...printing, qrAsPicture })}
          />
          <Switch
            label={t`Open the cash drawer`}
            on={printing.opensDrawer}
            onChange={(opensDrawer) => onChange({ ...printing, opensDrawer })}
          />
        </div>
      ) : null}
    </>
  )
}

/** Whether a receipt is printed without the browser's own print: only on rolls, only where the browser can. */
export function isDirectPrint(
  { paper, way }: Printing,
  transports: readonly PrinterConnectionType[],
): boolean {
  return paper !== 'A4' && way !== 'browser' && transports.includes(way)
}
