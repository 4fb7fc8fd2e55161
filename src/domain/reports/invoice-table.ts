import { fiscalDayOf, fiscalTimeOf } from '../calendar/east-africa.ts'
import { creditedTotal } from '../invoices/credit-note.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { amount, text } from './cells.ts'
import type { TableCell } from './report-table.ts'

/** Columns of an exported list of invoices, in their order. */
export const INVOICE_COLUMNS = [
  'date',
  'time',
  'receiptNumber',
  'customer',
  'identification',
  'phone',
  'reference',
  'status',
  'excludingTax',
  'vat',
  'total',
  'refunded',
  'operator',
  'accountingNumber',
] as const
export type InvoiceColumn = (typeof INVOICE_COLUMNS)[number]

/** An invoice as a row of a table; `status` and `walkIn` are words. Its day is that of the sale, in East Africa. */
export function invoiceCells(
  invoice: Invoice,
  messages: { readonly status: string; readonly walkIn: string },
): TableCell[] {
  const { customer, totals, receipt } = invoice
  const cells: Record<InvoiceColumn, TableCell> = {
    date: { kind: 'day', day: fiscalDayOf(invoice.saleAt) },
    time: text(fiscalTimeOf(invoice.saleAt)),
    receiptNumber: text(receipt?.rctvnum ?? ''),
    customer: text(customer.name === '' ? messages.walkIn : customer.name),
    identification: text(customer.identificationNumber),
    // As people dial it: with a plus sign it would become a formula.
    phone: text(customer.phone.replace(/^\+255/, '0')),
    reference: text(invoice.reference),
    status: text(messages.status),
    excludingTax: amount(totals.totalExcludingTax),
    vat: amount(totals.totalVat),
    total: amount(totals.totalIncludingTax),
    refunded: amount(creditedTotal(invoice)),
    operator: text(invoice.operatorName),
    accountingNumber: text(invoice.accountingNumber),
  }
  return INVOICE_COLUMNS.map((column) => cells[column])
}
