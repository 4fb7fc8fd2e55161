import type { FiscalDay } from '../calendar/east-africa.ts'
import { type CompanyChoices, mayBeUnpaid } from '../companies/company.ts'
import { IDENTITY_REFUSALS, identityRefusals } from '../customers/identity-refusals.ts'
import { type Cents, sumCents } from '../money/cents.ts'
import { MAX_AMOUNT } from '../money/money-text.ts'
import type { FieldRefusal } from '../refusal.ts'
import type { InvoiceContent } from './invoice.ts'
import { invoiceTotals } from './invoice-totals.ts'

/** Why an invoice cannot be submitted. */
export const INVOICE_REFUSALS = [
  'INVOICE_NO_LINES',
  'INVOICE_TOTAL_NOT_POSITIVE',
  'INVOICE_TOTAL_TOO_LARGE',
  'INVOICE_PAYMENTS_EXCEED_TOTAL',
  'INVOICE_UNPAID_NOT_ALLOWED',
  'INVOICE_PAYMENT_NOT_POSITIVE',
  'INVOICE_PRODUCT_NOT_SAVED',
  'INVOICE_LINE_DESCRIPTION_REQUIRED',
  'INVOICE_LINE_QUANTITY_REQUIRED',
  'INVOICE_LINE_PRICE_REQUIRED',
  'INVOICE_LINE_RATES_DIFFER',
  'INVOICE_CUSTOMER_NAME_REQUIRED',
  ...IDENTITY_REFUSALS,
] as const
export type InvoiceRefusal = (typeof INVOICE_REFUSALS)[number]

/** Sum of the payments in cents. */
export function paidTotal(payments: InvoiceContent['payments']): Cents {
  return sumCents(payments.map((payment) => payment.amount))
}

function customerRefusals(
  customer: InvoiceContent['customer'],
  today: FiscalDay | undefined,
): FieldRefusal<InvoiceRefusal>[] {
  const found: FieldRefusal<InvoiceRefusal>[] = []
  if (customer.name.trim() === '' && customer.identificationType !== 'NO_IDENTIFICATION') {
    found.push({ path: 'customer.name', code: 'INVOICE_CUSTOMER_NAME_REQUIRED' })
  }
  for (const { path, code } of identityRefusals(customer, today)) {
    found.push({ path: `customer.${path}`, code })
  }
  return found
}

function lineRefusals(content: InvoiceContent): FieldRefusal<InvoiceRefusal>[] {
  const found: FieldRefusal<InvoiceRefusal>[] = []
  if (content.lines.length === 0) found.push({ path: 'lines', code: 'INVOICE_NO_LINES' })
  const rates = new Map<string, number>()
  content.lines.forEach((line, index) => {
    if (line.description.trim() === '') {
      found.push({ path: `lines.${index}.description`, code: 'INVOICE_LINE_DESCRIPTION_REQUIRED' })
    }
    if (line.productId === null)
      found.push({ path: `lines.${index}.productId`, code: 'INVOICE_PRODUCT_NOT_SAVED' })
    if (line.quantity <= 0) {
      found.push({ path: `lines.${index}.quantity`, code: 'INVOICE_LINE_QUANTITY_REQUIRED' })
    }
    if (line.unitPrice <= 0)
      found.push({ path: `lines.${index}.unitPrice`, code: 'INVOICE_LINE_PRICE_REQUIRED' })
    const known = rates.get(line.taxType)
    if (known === undefined) rates.set(line.taxType, line.rate)
    else if (known !== line.rate)
      found.push({ path: `lines.${index}.rate`, code: 'INVOICE_LINE_RATES_DIFFER' })
  })
  return found
}

/**
 * Everything that stops an invoice from being submitted, each at its field; an empty list means it may be submitted.
 * The same function runs on the phone before it queues and on the server before it numbers (spec §5, §8). `today`,
 * where known, also refuses a NIDA number with a date of birth in the future. `choices` are the owner's, who may
 * want every sale paid in full.
 */
export function checkInvoice(
  content: InvoiceContent,
  vatRegistered: boolean,
  {
    today,
    choices,
  }: { readonly today?: FiscalDay; readonly choices?: Pick<CompanyChoices, 'unpaidSales'> | undefined } = {},
): FieldRefusal<InvoiceRefusal>[] {
  const found = [...customerRefusals(content.customer, today), ...lineRefusals(content)]
  const total = invoiceTotals(content, vatRegistered).totalIncludingTax
  if (content.lines.length > 0 && total <= 0)
    found.push({ path: 'totals', code: 'INVOICE_TOTAL_NOT_POSITIVE' })
  if (total > MAX_AMOUNT) found.push({ path: 'totals', code: 'INVOICE_TOTAL_TOO_LARGE' })
  content.payments.forEach((payment, index) => {
    if (payment.amount <= 0) {
      found.push({ path: `payments.${index}.amount`, code: 'INVOICE_PAYMENT_NOT_POSITIVE' })
    }
  })
  if (paidTotal(content.payments) > total) {
    found.push({ path: 'payments', code: 'INVOICE_PAYMENTS_EXCEED_TOTAL' })
  } else if (!mayBeUnpaid(choices) && paidTotal(content.payments) < total) {
    found.push({ path: 'payments', code: 'INVOICE_UNPAID_NOT_ALLOWED' })
  }
  return found
}
