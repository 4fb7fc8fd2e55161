import { checkIdentification } from '../identity/check-identification.ts'
import { isEmail } from '../identity/email.ts'
import { IDENTIFICATION_TYPES } from '../identity/identification.ts'
import { normalizePhone } from '../identity/phone.ts'
import { normalizeVrn } from '../identity/vrn.ts'
import { type Cents, sumCents } from '../money/cents.ts'
import { MAX_AMOUNT } from '../money/money-text.ts'
import type { FieldRefusal } from '../refusal.ts'
import type { InvoiceContent } from './invoice.ts'
import { invoiceTotals } from './invoice-totals.ts'

/** Why an invoice cannot be submitted as it stands. Codes have their words in both languages. */
export const INVOICE_REFUSALS = [
  'INVOICE_NO_LINES',
  'INVOICE_TOTAL_NOT_POSITIVE',
  'INVOICE_TOTAL_TOO_LARGE',
  'INVOICE_PAYMENTS_EXCEED_TOTAL',
  'INVOICE_PAYMENT_NOT_POSITIVE',
  'INVOICE_PRODUCT_NOT_SAVED',
  'INVOICE_LINE_DESCRIPTION_REQUIRED',
  'INVOICE_LINE_PRICE_REQUIRED',
  'INVOICE_LINE_RATES_DIFFER',
  'INVOICE_CUSTOMER_NAME_REQUIRED',
  'CUSTOMER_ID_TYPE_REQUIRED',
  'CUSTOMER_TIN_INVALID',
  'CUSTOMER_ID_INVALID',
  'CUSTOMER_NIDA_INVALID',
  'CUSTOMER_PHONE_INVALID',
  'CUSTOMER_EMAIL_INVALID',
  'CUSTOMER_VRN_INVALID',
] as const
export type InvoiceRefusal = (typeof INVOICE_REFUSALS)[number]

/** Sum of the payments in cents. */
export function paidTotal(payments: InvoiceContent['payments']): Cents {
  return sumCents(payments.map((payment) => payment.amount))
}

function customerRefusals(customer: InvoiceContent['customer']): FieldRefusal<InvoiceRefusal>[] {
  const found: FieldRefusal<InvoiceRefusal>[] = []
  if (customer.name.trim() === '' && customer.identificationType !== 'NO_IDENTIFICATION') {
    found.push({ path: 'customer.name', code: 'INVOICE_CUSTOMER_NAME_REQUIRED' })
  }
  if (!IDENTIFICATION_TYPES.includes(customer.identificationType)) {
    found.push({ path: 'customer.identificationType', code: 'CUSTOMER_ID_TYPE_REQUIRED' })
  } else {
    const checked = checkIdentification(customer.identificationType, customer.identificationNumber)
    if (checked.kind === 'refused') found.push({ path: 'customer.identificationNumber', code: checked.code })
  }
  if (customer.phone !== '' && normalizePhone(customer.phone) === undefined) {
    found.push({ path: 'customer.phone', code: 'CUSTOMER_PHONE_INVALID' })
  }
  if (customer.email !== '' && !isEmail(customer.email)) {
    found.push({ path: 'customer.email', code: 'CUSTOMER_EMAIL_INVALID' })
  }
  if (customer.vatRegistrationNumber !== '' && normalizeVrn(customer.vatRegistrationNumber) === undefined) {
    found.push({ path: 'customer.vatRegistrationNumber', code: 'CUSTOMER_VRN_INVALID' })
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
 * Everything that stops an invoice from being submitted, each at its field; an empty list means it may go.
 * The same function runs on the phone before it queues and on the server before it numbers (spec §5, §8).
 */
export function checkInvoice(
  content: InvoiceContent,
  vatRegistered: boolean,
): FieldRefusal<InvoiceRefusal>[] {
  const found = [...customerRefusals(content.customer), ...lineRefusals(content)]
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
  }
  return found
}
