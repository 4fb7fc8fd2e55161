import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { countHandedOver } from '#data/handed-over.ts'
import { findInvoice, plainInvoice } from '#data/invoices.ts'
import { readMeta } from '#data/meta.ts'
import type { InvoiceRow } from '#data/rows.ts'
import type { Company } from '#domain/companies/company.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptWords } from '#i18n/receipt-words.ts'
import { useSay } from '#i18n/use-say.ts'

/** An invoice to hand over: the record, who sells, and how many papers of it left this phone already. */
export type ReceiptView = {
  readonly row: InvoiceRow
  readonly company: Company
  readonly handedOver: number
}

/** Watches an invoice on this phone; `undefined` while it is read, `null` when it is not there. */
export function useReceipt(db: AccountDatabase, invoiceId: string): ReceiptView | null | undefined {
  return useLiveQuery(async () => {
    const [row, session, handedOver] = await Promise.all([
      findInvoice(db, invoiceId),
      readMeta(db, 'session'),
      countHandedOver(db, invoiceId),
    ])
    return row && session?.company ? { row, company: session.company, handedOver } : null
  }, [db, invoiceId])
}

/** The lines of a receipt in the language of the screen. */
export function useReceiptLines(view: Omit<ReceiptView, 'handedOver'>, copy: boolean): ReceiptLine[] {
  const say = useSay()
  const { row, company } = view
  return useMemo(
    () => receiptLines({ invoice: plainInvoice(row), company, copy }, receiptWords(say)),
    [row, company, copy, say],
  )
}
