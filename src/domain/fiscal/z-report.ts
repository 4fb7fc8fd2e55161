import type { FiscalDay } from '../calendar/east-africa.ts'
import type { LetterTotal } from '../invoices/invoice.ts'
import type { BasisPoints } from '../money/basis-points.ts'
import { type Cents, sumCents, toCents, ZERO_CENTS } from '../money/cents.ts'
import { DEFAULT_RATES, letterRates } from '../tax/rate-table.ts'
import { TAX_LETTERS, type TaxLetter } from '../tax/tax-type.ts'
import { FISCAL_PAYMENT_TYPES, type FiscalPaymentType, type FiscalReceipt } from './fiscal-receipt.ts'

/** Figures of one closed day of one fiscal identity. All amounts in cents. */
export type ZReport = {
  readonly day: FiscalDay
  /** `YYYYMMDD`. */
  readonly znumber: string
  readonly dailyTotal: Cents
  /** Everything sold since the first receipt, this day included. */
  readonly gross: Cents
  readonly discounts: Cents
  readonly ticketsFiscal: number
  /** Always A to E, zeros where unused. The rate is part of the authority's label (`A-18.00`). */
  readonly vatTotals: readonly {
    readonly letter: TaxLetter
    readonly rate: BasisPoints
    readonly net: Cents
    readonly tax: Cents
  }[]
  /** Always all five types, in the authority's order. */
  readonly payments: readonly { readonly type: FiscalPaymentType; readonly amount: Cents }[]
}

type DayReceipt = Pick<FiscalReceipt, 'totalIncludingTax' | 'discount' | 'payments'> & {
  readonly vatTotals: readonly Pick<LetterTotal, 'letter' | 'net' | 'tax'>[]
}

/**
 * Closes a day: sums of its receipts over the gross of the day before. A day without sales gives zeros
 * (field practice: such days are reported too). `rates` are those of the letters on that day.
 */
export function zReport(
  day: FiscalDay,
  previousGross: Cents,
  receipts: readonly DayReceipt[],
  rates: Readonly<Record<TaxLetter, BasisPoints>> = letterRates(DEFAULT_RATES, day),
): ZReport {
  const dailyTotal = sumCents(receipts.map((receipt) => receipt.totalIncludingTax))
  return {
    day,
    znumber: day.replaceAll('-', ''),
    dailyTotal,
    gross: toCents(previousGross + dailyTotal),
    discounts: sumCents(receipts.map((receipt) => receipt.discount)),
    ticketsFiscal: receipts.length,
    vatTotals: TAX_LETTERS.map((letter) => {
      const own = receipts.flatMap((receipt) => receipt.vatTotals.filter((total) => total.letter === letter))
      return {
        letter,
        rate: rates[letter],
        net: sumCents(own.map((t) => t.net)),
        tax: sumCents(own.map((t) => t.tax)),
      }
    }),
    payments: FISCAL_PAYMENT_TYPES.map((type) => ({
      type,
      amount: receipts
        .flatMap((receipt) => receipt.payments.filter((payment) => payment.type === type))
        .reduce((sum, payment) => toCents(sum + payment.amount), ZERO_CENTS),
    })),
  }
}
