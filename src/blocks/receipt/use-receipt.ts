import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { findInvoice, invoiceFromRow } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { findHandovers, type Handovers } from '#data/receipt-copies.ts'
import type { InvoiceRow } from '#data/rows.ts'
import type { Company } from '#domain/companies/company.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptMessages } from '#i18n/receipt-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'

/** An invoice to hand over: the record, the seller, and what this phone knows of its papers. */
export type ReceiptView = {
  readonly row: InvoiceRow
  readonly company: Company
  readonly handovers: Handovers
}

/** Watches an invoice on this phone; `undefined` while it is read, `null` when it is not there. */
export function useReceipt(db: AccountDatabase, invoiceId: string): ReceiptView | null | undefined {
  return useLiveQuery(async () => {
    const [row, session, handovers] = await Promise.all([
      findInvoice(db, invoiceId),
      findMeta(db, 'session'),
      findHandovers(db, invoiceId),
    ])
    return row && session?.company ? { row, company: session.company, handovers } : null
  }, [db, invoiceId])
}

/** The lines of a receipt in the language of the screen. */
export function useReceiptLines(view: Omit<ReceiptView, 'handovers'>, copy: boolean): ReceiptLine[] {
  const translate = useTranslate()
  const { row, company } = view
  return useMemo(
    () => receiptLines({ invoice: invoiceFromRow(row), company, copy }, receiptMessages(translate)),
    [row, company, copy, translate],
  )
}
