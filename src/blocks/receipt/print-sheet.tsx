import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { invoiceFromRow } from '#data/invoices.ts'
import type { Printing } from '#data/meta.ts'
import { isCopy } from '#data/receipt-copies.ts'
import { PAPERS } from '#domain/receipts/paper-size.ts'
import { printerRows } from '#domain/receipts/printer-rows.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptMessages } from '#i18n/receipt-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { Preview } from './preview.tsx'
import classes from './print-sheet.module.css'
import { PrintedPage } from './printed-page.tsx'
import { PrinterPaper } from './printer/printer-paper.tsx'
import { printerTransports } from './printer/printer-transports.ts'
import { usePrinter } from './printer/use-printer.ts'
import { isDirectPrint, PrintingChoice } from './printing-choice.tsx'
import { ReceiptPaper } from './receipt-paper.tsx'
import { type CountedHandover, useCountHandover } from './use-count-handover.ts'
import { usePrinting } from './use-printing.ts'
import { type ReceiptView, useReceipt } from './use-receipt.ts'

type Props = {
  readonly db: AccountDatabase
  readonly invoiceId: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** Shows a receipt as it will be printed and prints it. Paper and printer are stored on this phone. */
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
  const translate = useTranslate()
  const countHandover = useCountHandover(db)
  const printer = usePrinter()
  const [handover, setPrinted] = useState<CountedHandover>()
  const { row, company, handovers } = view
  const linesFor = ({ copy }: CountedHandover) =>
    receiptLines({ invoice: invoiceFromRow(row), company, copy }, receiptMessages(translate))
  const lines = linesFor(handover ?? { copy: isCopy(handovers) })
  const transports = [...printerTransports(navigator).keys()]
  const direct = isDirectPrint(printing, transports)
  const { columns } = PAPERS[printing.paper]
  const names = { label: t`Receipt`, qrLabel: t`QR code to verify this receipt` }
  const printDirectly = (choosesPrinter: boolean) =>
    printer.print({
      printing,
      papers: [{ linesFor, countHandover: () => countHandover(row, 'printer') }],
      choosesPrinter,
    })
  return (
    <div className={classes.form}>
      <PrintingChoice
        printing={printing}
        transports={transports}
        onChange={(changed) => void onChange(changed)}
      />
      {row.receipt !== null && isCopy(handovers) ? (
        <p className="notice" role="status">
          <Icon name="info" />
          {handovers.issuedHere
            ? t`The original was already given. This one is marked COPY.`
            : t`This phone did not issue this receipt. Only the phone that did prints the original. This one is marked COPY.`}
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
          loading={handover !== undefined || printer.busy}
          onClick={() => void (direct ? printDirectly(false) : countHandover(row, 'paper').then(setPrinted))}
        >
          {t`Print`}
        </Button>
        {direct ? (
          <Button fullWidth variant="subtle" disabled={printer.busy} onClick={() => void printDirectly(true)}>
            {t`Another printer`}
          </Button>
        ) : null}
      </div>
      {handover ? (
        <PrintedPage
          size={printing.paper}
          onDone={() => setPrinted(undefined)}
          papers={[{ key: row.id, paper: <ReceiptPaper lines={lines} size={printing.paper} {...names} /> }]}
        />
      ) : null}
    </div>
  )
}
