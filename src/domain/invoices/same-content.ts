import type { InvoiceContent, InvoiceLine } from './invoice.ts'
import { PAYMENT_TYPES } from './invoice.ts'
import { normalizeContent } from './normalize-content.ts'

function sameLine(a: InvoiceLine, b: InvoiceLine): boolean {
  return (
    a.productId === b.productId &&
    a.description === b.description &&
    a.quantity === b.quantity &&
    a.taxType === b.taxType &&
    a.rate === b.rate &&
    a.unitPrice === b.unitPrice &&
    a.discount === b.discount
  )
}

function paidBy(payments: InvoiceContent['payments']): string {
  return PAYMENT_TYPES.map((type) =>
    payments.reduce((sum, payment) => (payment.type === type ? sum + payment.amount : sum), 0),
  ).join()
}

/** Whether the same was paid by each method, in one part or several. */
export function samePayments(one: InvoiceContent['payments'], other: InvoiceContent['payments']): boolean {
  return paidBy(one) === paidBy(other)
}

function sameCustomer(a: InvoiceContent['customer'], b: InvoiceContent['customer']): boolean {
  return (
    a.customerId === b.customerId &&
    a.name === b.name &&
    a.identificationType === b.identificationType &&
    a.identificationNumber === b.identificationNumber &&
    a.phone === b.phone &&
    a.email === b.email &&
    a.vatRegistrationNumber === b.vatRegistrationNumber
  )
}

/**
 * Whether two contents are the same sale: a draft submitted on two phones is one receipt when they agree and needs a
 * person when they differ. Spelling of numbers, ids of lines, the order of payments and the shop's own notes do not
 * count.
 */
export function sameContent(one: InvoiceContent, other: InvoiceContent): boolean {
  const a = normalizeContent(one)
  const b = normalizeContent(other)
  return (
    sameCustomer(a.customer, b.customer) &&
    a.amountType === b.amountType &&
    a.reference === b.reference &&
    a.lines.length === b.lines.length &&
    a.lines.every((line, index) => {
      const counterpart = b.lines[index]
      return counterpart !== undefined && sameLine(line, counterpart)
    }) &&
    samePayments(a.payments, b.payments)
  )
}
