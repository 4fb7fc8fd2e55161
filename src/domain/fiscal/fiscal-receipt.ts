import { CUSTOMER_ID_TYPE_CODE } from '../identity/identification.ts'
import type { InvoiceContent, InvoiceLine, LetterTotal, PaymentType } from '../invoices/invoice.ts'
import { invoiceTotals } from '../invoices/invoice-totals.ts'
import { chargedLine, lineAmounts } from '../invoices/line-amounts.ts'
import { type Cents, minusCents, sumCents } from '../money/cents.ts'
import { type Quantity, quantityText, THOUSANDTHS, toQuantity } from '../money/quantity.ts'
import { type TaxLetter, taxLetter } from '../tax/tax-type.ts'
import type { FiscalNumbers } from './fiscal-numbers.ts'

/** Payment types of the authority (TRA guide), in its fixed order. INVOICE is the unpaid remainder. */
export const FISCAL_PAYMENT_TYPES = ['CASH', 'CHEQUE', 'CCARD', 'EMONEY', 'INVOICE'] as const
export type FiscalPaymentType = (typeof FISCAL_PAYMENT_TYPES)[number]

/** The authority's name of each way to pay. */
export const PAYMENT_OF: Record<PaymentType, FiscalPaymentType> = {
  cash: 'CASH',
  cheque: 'CHEQUE',
  credit_card: 'CCARD',
  'e-money': 'EMONEY',
}

export type FiscalItem = {
  readonly id: string
  readonly description: string
  readonly quantity: Quantity
  readonly letter: TaxLetter
  /** Line total with tax, before discount. */
  readonly amount: Cents
}

/** Everything in a receipt document, as values; the gateway makes XML of it. */
export type FiscalReceipt = {
  readonly seller: { readonly tin: string; readonly regId: string; readonly efdSerial: string }
  readonly customer: {
    readonly idType: 1 | 2 | 3 | 4 | 5 | 6
    readonly id: string
    readonly name: string
    /** Digits only (`2557…`) or empty. */
    readonly mobile: string
  }
  readonly numbers: FiscalNumbers
  readonly items: readonly FiscalItem[]
  readonly totalExcludingTax: Cents
  readonly totalIncludingTax: Cents
  readonly discount: Cents
  readonly payments: readonly { readonly type: FiscalPaymentType; readonly amount: Cents }[]
  readonly vatTotals: readonly LetterTotal[]
}

/** Sums payments by the authority's type and adds what is unpaid as INVOICE, so that Σ payments = total. */
export function fiscalPayments(
  payments: InvoiceContent['payments'],
  total: Cents,
): { type: FiscalPaymentType; amount: Cents }[] {
  const unpaid = minusCents(total, sumCents(payments.map((payment) => payment.amount)))
  return FISCAL_PAYMENT_TYPES.map((type) => ({
    type,
    amount:
      type === 'INVOICE'
        ? unpaid
        : sumCents(payments.filter((p) => PAYMENT_OF[p.type] === type).map((p) => p.amount)),
  })).filter((payment) => payment.amount > 0)
}

const ONE_PIECE = toQuantity(THOUSANDTHS)

/** Quantity and wording of an item. Three decimals are unproven (field practice): one piece of "0.125 x …" then. */
function describeItem(line: InvoiceLine): Pick<FiscalItem, 'description' | 'quantity'> {
  const { description, quantity } = line
  if (quantity % 10 === 0) return { description, quantity }
  return { description: `${quantityText(quantity)} x ${description}`, quantity: ONE_PIECE }
}

/** Composes the receipt of an invoice: Σ item amounts − discount = total with tax (field practice). */
export function fiscalReceipt(
  content: InvoiceContent,
  vatRegistered: boolean,
  numbers: FiscalNumbers,
  seller: FiscalReceipt['seller'],
): FiscalReceipt {
  const totals = invoiceTotals(content, vatRegistered)
  return {
    seller,
    customer: {
      idType: CUSTOMER_ID_TYPE_CODE[content.customer.identificationType],
      id: content.customer.identificationNumber,
      name: content.customer.name,
      mobile: content.customer.phone.replace(/\D/g, ''),
    },
    numbers,
    items: content.lines.map((line, index) => ({
      id: String(index + 1),
      ...describeItem(line),
      letter: taxLetter(line.taxType, vatRegistered),
      amount: lineAmounts(chargedLine(line, vatRegistered), content.amountType).before,
    })),
    totalExcludingTax: totals.totalExcludingTax,
    totalIncludingTax: totals.totalIncludingTax,
    discount: totals.totalDiscount,
    payments: fiscalPayments(content.payments, totals.totalIncludingTax),
    vatTotals: totals.perLetter,
  }
}
