import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { Icon } from '#ui/icon.tsx'
import { PrintedPage } from './printed-page.tsx'
import { printerTransports } from './printer/printer-transports.ts'
import { usePrinter } from './printer/use-printer.ts'
import { isDirectPrint } from './printing-choice.tsx'
import { ReceiptPaper } from './receipt-paper.tsx'
import { usePrinting } from './use-printing.ts'

type Props = {
  readonly db: AccountDatabase
  /** What the paper is, for readers of the screen. */
  readonly label: string
  readonly lines: () => readonly ReceiptLine[]
  readonly children: string
}

/** Prints lines that are no receipt, a report, the way this phone prints receipts. */
export function PrintLinesButton({ db, label, lines, children }: Props) {
  const { t } = useLingui()
  const { printing } = usePrinting(db)
  const printer = usePrinter()
  const [printed, setPrinted] = useState<readonly ReceiptLine[]>()
  const print = () => {
    if (!printing) return
    if (!isDirectPrint(printing, [...printerTransports(navigator).keys()])) {
      setPrinted(lines())
      return
    }
    void printer.print({
      printing,
      choosesPrinter: false,
      papers: [{ linesFor: lines, countHandover: () => Promise.resolve({ copy: false }) }],
    })
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="printer" size={18} />}
        loading={printer.busy || printed !== undefined}
        onClick={print}
      >
        {children}
      </Button>
      {printed && printing ? (
        <PrintedPage
          size={printing.paper}
          onDone={() => setPrinted(undefined)}
          papers={[
            {
              key: label,
              paper: (
                <ReceiptPaper
                  lines={printed}
                  size={printing.paper}
                  label={label}
                  qrLabel={t`QR code to verify this receipt`}
                />
              ),
            },
          ]}
        />
      ) : null}
    </>
  )
}
