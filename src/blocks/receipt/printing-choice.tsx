import { useLingui } from '@lingui/react/macro'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import type { PrinterWay, Printing } from '#data/meta.ts'
import type { PaperSize } from '#domain/receipts/paper-size.ts'
import { Switch } from '#ui/switch/switch.tsx'
import classes from './print-sheet.module.css'

const SPEEDS = [9600, 19200, 38400, 57600, 115200]

/** A value of a list as what it was made from. */
function among<Value extends string>(values: readonly Value[], text: string): Value | undefined {
  return values.find((value) => value === text)
}

type Props = {
  readonly printing: Printing
  /** Ways to a receipt printer that this browser has. */
  readonly ways: readonly PrinterWay[]
  readonly onChange: (printing: Printing) => void
}

/** Which paper, which printer, and how it wants to be spoken to. */
export function PrintingChoice({ printing, ways, onChange }: Props) {
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
  const offered = ['browser' as const, ...ways]
  return (
    <>
      <SegmentedControl<PaperSize>
        fullWidth
        aria-label={t`Paper`}
        value={printing.paper}
        onChange={(paper) => onChange({ ...printing, paper })}
        data={papers}
      />
      {printing.paper === 'A4' ? null : ways.length === 0 ? (
        <p className="dim small">
          {t`This browser cannot connect to receipt printers. Chrome on Android supports Bluetooth printers; Chrome on a computer also USB and serial. Here, use the browser's own printing.`}
        </p>
      ) : (
        <NativeSelect
          label={t`Printer`}
          value={printing.way}
          onChange={(event) => {
            const way = among(offered, event.currentTarget.value)
            if (way) onChange({ ...printing, way })
          }}
          data={offered.map((value) => ({ value, label: names[value] }))}
        />
      )}
      {isDirect(printing, ways) ? (
        <div className={classes.options}>
          {printing.way === 'serial' ? (
            <NativeSelect
              label={t`Baud rate`}
              value={String(printing.baud)}
              onChange={(event) => onChange({ ...printing, baud: Number(event.currentTarget.value) })}
              data={SPEEDS.map(String)}
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

/** Whether a receipt goes to a printer without the browser's own print: only on rolls, only where it can. */
export function isDirect({ paper, way }: Printing, ways: readonly PrinterWay[]): boolean {
  return paper !== 'A4' && way !== 'browser' && ways.includes(way)
}
