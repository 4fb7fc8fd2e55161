import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { PrintedPage } from '#blocks/receipt/printed-page.tsx'
import { printerTransports } from '#blocks/receipt/printer/printer-transports.ts'
import { usePrinter } from '#blocks/receipt/printer/use-printer.ts'
import { isDirectPrint } from '#blocks/receipt/printing-choice.tsx'
import { ReceiptPaper } from '#blocks/receipt/receipt-paper.tsx'
import { type CountedHandover, useCountHandover } from '#blocks/receipt/use-count-handover.ts'
import { usePrinting } from '#blocks/receipt/use-printing.ts'
import { invoiceFromRow } from '#data/invoices.ts'
import type { Printing } from '#data/meta.ts'
import type { InvoiceRow } from '#data/rows.ts'
import type { Company } from '#domain/companies/company.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptMessages } from '#i18n/receipt-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'

type Props = { readonly rows: readonly InvoiceRow[]; readonly onDone: () => void }

type Paper = { readonly id: string; readonly lines: readonly ReceiptLine[] }

/** Prints several invoices, each on a page of its own, the way this phone prints receipts. */
export function PrintMany({ rows, onDone }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db, company } = useAppContext()
  const handOver = useCountHandover(db)
  const { printing } = usePrinting(db)
  const printer = usePrinter()
  const [papers, setPapers] = useState<readonly Paper[]>()
  const linesOf = (row: InvoiceRow, seller: Company, { copy }: CountedHandover) =>
    receiptLines({ invoice: invoiceFromRow(row), company: seller, copy }, receiptMessages(translate))
  const printDirectly = async (seller: Company, chosen: Printing) => {
    const jobs = rows.map((row) => ({
      countHandover: () => handOver(row, 'printer'),
      linesFor: (counted: CountedHandover) => linesOf(row, seller, counted),
    }))
    await printer.print({ printing: chosen, papers: jobs, choosesPrinter: false })
    onDone()
  }
  const showPages = async (seller: Company) => {
    const counted: Paper[] = []
    for (const row of rows) {
      // Counted before it is printed: there is only one original.
      const handover = await handOver(row, 'paper')
      if (handover) counted.push({ id: row.id, lines: linesOf(row, seller, handover) })
    }
    if (counted.length === 0) onDone()
    else setPapers(counted)
  }
  // Once: counting again would turn originals into copies.
  const start = useRef(async (chosen: Printing) => {
    if (!company) onDone()
    else if (isDirectPrint(chosen, [...printerTransports(navigator).keys()])) {
      await printDirectly(company, chosen)
    } else await showPages(company)
  })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !printing) return
    begun.current = true
    void start.current(printing)
  }, [printing])
  if (!papers || !printing) return null
  const size = printing.paper
  return (
    <PrintedPage
      size={size}
      onDone={onDone}
      papers={papers.map(({ id, lines }) => ({
        key: id,
        paper: (
          <ReceiptPaper
            lines={lines}
            size={size}
            label={t`Receipt`}
            qrLabel={t`QR code to verify this receipt`}
          />
        ),
      }))}
    />
  )
}
