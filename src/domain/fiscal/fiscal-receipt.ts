import { CUSTOMER_ID_TYPE_CODE } from '../identity/identification.ts'
import type { InvoiceContent, LetterTotal, PaymentType } from '../invoices/invoice.ts'
import { letterTotals } from '../invoices/invoice-totals.ts'
import { lineAmounts } from '../invoices/line-amounts.ts'
import type { BasisPoints } from '../money/basis-points.ts'
import { type Cents, minusCents, sumCents } from '../money/cents.ts'
import type { Quantity } from '../money/quantity.ts'
import { type TaxLetter, taxLetter } from '../tax/tax-type.ts'
import type { FiscalNumbers } from './fiscal-numbers.ts'

/** Payment types of the authority (TRA guide), in its fixed order. INVOICE is the unpaid remainder. */
export const FISCAL_PAYMENT_TYPES = ['CASH', 'CHEQUE', 'CCARD', 'EMONEY', 'INVOICE'] as const
export type FiscalPaymentType = (typeof FISCAL_PAYMENT_TYPES)[number]

const PAYMENT_OF: Record<PaymentType, FiscalPaymentType> = {
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

/** Everything a receipt document says, as values; making XML of it is the gateway's work. */
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

/** Composes the receipt of an invoice: Σ item amounts − discount = total with tax (field practice). */
export function fiscalReceipt(
  content: InvoiceContent,
  vatRegistered: boolean,
  numbers: FiscalNumbers,
  seller: FiscalReceipt['seller'],
): FiscalReceipt {
  const lines = content.lines.map((line, index) => {
    const amounts = lineAmounts(line, content.amountType)
    const letter = taxLetter(line.taxType, vatRegistered)
    const rate: BasisPoints = line.rate
    return {
      item: {
        id: String(index + 1),
        description: line.description,
        quantity: line.quantity,
        letter,
        amount: amounts.before,
      },
      amounts,
      rate,
    }
  })
  const vatTotals = letterTotals(
    lines.map(({ item, amounts, rate }) => ({ letter: item.letter, rate, gross: amounts.amount })),
  )
  const totalIncludingTax = sumCents(vatTotals.map((total) => total.gross))
  return {
    seller,
    customer: {
      idType: CUSTOMER_ID_TYPE_CODE[content.customer.identificationType],
      id: content.customer.identificationNumber,
      name: content.customer.name,
      mobile: content.customer.phone.replace(/\D/g, ''),
    },
    numbers,
    items: lines.map(({ item }) => item),
    totalExcludingTax: sumCents(vatTotals.map((total) => total.net)),
    totalIncludingTax,
    discount: sumCents(lines.map(({ amounts }) => amounts.discount)),
    payments: fiscalPayments(content.payments, totalIncludingTax),
    vatTotals,
  }
}
