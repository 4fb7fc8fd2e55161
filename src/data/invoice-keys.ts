import { type FiscalDay, fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { unpaidAtSale } from '#domain/collections/unpaid-at-sale.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Cents } from '#domain/money/cents.ts'
import { foldText, nameKeys } from './fold-text.ts'
import { numberKeyOf } from './number-key.ts'
import type { InvoiceKeysRow, InvoiceRow } from './rows.ts'

/** The key of an amount. An amount is found only as a whole: people do not search for the beginning of an amount. */
export function amountKey(amount: Cents): string {
  return `#${amount}`
}

/** Of an invoice that was not fully paid when it was sold. Nothing that a person types begins so. */
export const OWED_KEY = '\u0001owed'

/** The key of the invoices of one customer. */
export function customerKey(customerId: string): string {
  return `\u0001${customerId}`
}

/** The key of the invoices for which cash was given back on a day: refunded, or canceled. */
export function givenBackKey(day: FiscalDay): string {
  return `\u0001back ${day}`
}

function givenBackKeys({
  creditNotes = [],
  cancellation,
  receipt,
}: Pick<Invoice, 'creditNotes' | 'cancellation' | 'receipt'>): string[] {
  const refunds = creditNotes.flatMap(({ paidBy, day }) => (paidBy === 'cash' ? givenBackKey(day) : []))
  return cancellation && receipt ? [...refunds, givenBackKey(fiscalDayOf(cancellation.at))] : refunds
}

/**
 * What an invoice is found by when a person types the beginning of it: receipt number, words of the customer's name,
 * phone, identification and VAT number, references of the sale and of its payments; and its total. Each key makes every write slower.
 */
export function invoiceKeys(
  invoice: Pick<
    Invoice,
    | 'customer'
    | 'receipt'
    | 'reference'
    | 'accountingNumber'
    | 'totals'
    | 'payments'
    | 'creditNotes'
    | 'cancellation'
  >,
): string[] {
  const { customer, receipt, reference, accountingNumber, totals, payments } = invoice
  const numbers = [
    receipt?.rctvnum ?? '',
    customer.phone,
    customer.identificationNumber,
    customer.vatRegistrationNumber,
    accountingNumber,
  ].map(numberKeyOf)
  const keys = [
    ...nameKeys(customer.name),
    ...numbers,
    foldText(reference),
    ...payments.map((payment) => foldText(payment.reference ?? '')),
    amountKey(totals.totalIncludingTax),
    customer.customerId === null ? '' : customerKey(customer.customerId),
    unpaidAtSale(invoice) > 0 ? OWED_KEY : '',
    ...givenBackKeys(invoice),
  ]
  return [...new Set(keys.filter((key) => key !== ''))]
}

/** The row that an invoice is searched by. */
export function invoiceKeysRow(row: InvoiceRow): InvoiceKeysRow {
  return { id: row.id, keys: invoiceKeys(row) }
}

/** Those of `after` whose search keys differ from the replaced row's: most changes only change a status. */
export function changedInvoiceKeys(
  before: readonly (InvoiceRow | undefined)[],
  after: readonly InvoiceRow[],
): InvoiceKeysRow[] {
  return after.flatMap((row, at) => {
    const current = invoiceKeysRow(row)
    const previous = before[at]
    return previous && invoiceKeys(previous).join() === current.keys.join() ? [] : current
  })
}
