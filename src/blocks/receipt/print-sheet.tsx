import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { plainInvoice } from '#data/invoices.ts'
import type { Printing } from '#data/meta.ts'
import { PAPERS } from '#domain/receipts/paper-size.ts'
import { printerRows } from '#domain/receipts/printer-rows.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptWords } from '#i18n/receipt-words.ts'
import { useSay } from '#i18n/use-say.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { Preview } from './preview.tsx'
import classes from './print-sheet.module.css'
import { PrintedPage } from './printed-page.tsx'
import { PrinterPaper } from './printer/printer-paper.tsx'
import { printerDoors } from './printer/printers.ts'
import { usePrinter } from './printer/use-printer.ts'
import { isDirect, PrintingChoice } from './printing-choice.tsx'
import { ReceiptPaper } from './receipt-paper.tsx'
import { type Counted, useHandOver } from './use-hand-over.ts'
import { usePrinting } from './use-printing.ts'
import { type ReceiptView, useReceipt } from './use-receipt.ts'

type Props = {
  readonly db: AccountDatabase
  readonly invoiceId: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** Shows a receipt as it will be printed and prints it. Paper and printer are remembered on this phone. */
export function PrintSheet({ db, invoiceId, opened, onClose }: Props) {
  const { t } = useLingui()
  const view = useReceipt(db, invoiceId)
  const { printing, change } = usePrinting(db)
  return (
    <Sheet title={t`Print`} opened={opened} onClose={onClose}>
      {view && printing ? (
        <PrintForm db={db} view={view} printing={printing} onChange={change} />
      ) : (
        <div aria-busy="true" />
      )}
    </Sheet>
  )
}

type FormProps = {
  readonly db: AccountDatabase
  readonly view: ReceiptView
  readonly printing: Printing
  readonly onChange: (printing: Printing) => Promise<void>
}

function PrintForm({ db, view, printing, onChange }: FormProps) {
  const { t } = useLingui()
  const say = useSay()
  const handOver = useHandOver(db)
  const printer = usePrinter()
  const [printed, setPrinted] = useState<Counted>()
  const { row, company, handedOver } = view
  const linesFor = ({ copy }: Counted) =>
    receiptLines({ invoice: plainInvoice(row), company, copy }, receiptWords(say))
  const lines = linesFor(printed ?? { copy: handedOver > 0 })
  const ways = [...printerDoors(navigator).keys()]
  const direct = isDirect(printing, ways)
  const { columns } = PAPERS[printing.paper]
  const names = { label: t`Receipt`, qrLabel: t`QR code to verify this receipt` }
  const sendTo = (ask: boolean) =>
    printer.print({ row, printing, linesFor, ask, count: () => handOver(row, 'printer') })
  return (
    <div className={classes.form}>
      <PrintingChoice printing={printing} ways={ways} onChange={(changed) => void onChange(changed)} />
      {row.receipt !== null && handedOver > 0 ? (
        <p className="notice" role="status">
          <Icon name="info" />
          {t`The original was already given. This one is marked COPY.`}
        </p>
      ) : null}
      {direct ? (
        <div className={classes.desk}>
          <PrinterPaper rows={printerRows(lines, columns)} columns={columns} {...names} />
        </div>
      ) : (
        <Preview lines={lines} size={printing.paper} {...names} />
      )}
      <div className={classes.bar}>
        <Button
          fullWidth
          leftSection={<Icon name="printer" size={18} />}
          loading={printed !== undefined || printer.busy}
          onClick={() => void (direct ? sendTo(false) : handOver(row, 'paper').then(setPrinted))}
        >
          {t`Print`}
        </Button>
        {direct ? (
          <Button fullWidth variant="subtle" disabled={printer.busy} onClick={() => void sendTo(true)}>
            {t`Another printer`}
          </Button>
        ) : null}
      </div>
      {printed ? (
        <PrintedPage
          size={printing.paper}
          onDone={() => setPrinted(undefined)}
          papers={[{ key: row.id, paper: <ReceiptPaper lines={lines} size={printing.paper} {...names} /> }]}
        />
      ) : null}
    </div>
  )
}
