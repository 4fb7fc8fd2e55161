import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { PrintedPage } from '#blocks/receipt/printed-page.tsx'
import { ReceiptPaper } from '#blocks/receipt/receipt-paper.tsx'
import { useCountHandover } from '#blocks/receipt/use-count-handover.ts'
import { usePaper } from '#blocks/receipt/use-printing.ts'
import { invoiceFromRow } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptMessages } from '#i18n/receipt-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'

type Props = { readonly rows: readonly InvoiceRow[]; readonly onDone: () => void }

type Paper = { readonly id: string; readonly lines: readonly ReceiptLine[] }

/** Prints several invoices, each on a page of its own, with this phone's paper size. */
export function PrintMany({ rows, onDone }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db, company } = useAppContext()
  const handOver = useCountHandover(db)
  const size = usePaper(db)
  const [papers, setPapers] = useState<readonly Paper[]>()
  // Once: counting again would turn originals into copies.
  const count = useRef(async () => {
    const counted: Paper[] = []
    for (const row of rows) {
      // Counted before it is printed: there is only one original.
      const paper = company ? await handOver(row, 'paper') : undefined
      if (!company || !paper) continue
      const source = { invoice: invoiceFromRow(row), company, copy: paper.copy }
      counted.push({ id: row.id, lines: receiptLines(source, receiptMessages(translate)) })
    }
    if (counted.length === 0) onDone()
    else setPapers(counted)
  })
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void count.current()
  }, [])
  if (!papers || size === undefined) return null
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
