import { type BasisPoints, HUNDRED_PERCENT, toBasisPoints } from '../money/basis-points.ts'
import { type Cents, minusCents, toCents } from '../money/cents.ts'
import { MAX_AMOUNT } from '../money/money-text.ts'
import { THOUSANDTHS } from '../money/quantity.ts'
import { timesRatio } from '../money/round-half-up.ts'
import { splitInclusive } from '../tax/split-inclusive.ts'
import type { AmountType, InvoiceLine } from './invoice.ts'

/** The amounts of one line in cents, tax included unless named otherwise. */
export type LineAmounts = {
  /** Quantity × price with tax, before discount: AMT of the authority's receipt. */
  readonly before: Cents
  readonly discount: Cents
  /** What the line costs the customer: `before − discount`. */
  readonly amount: Cents
  /** Share without tax, for people and programs; the receipt rounds per tax letter. */
  readonly net: Cents
}

/**
 * The highest amount that one line counts with. Far above the limit of an invoice, so such an invoice is refused as
 * too large; low enough that hundreds of lines still add up to a safe integer while the person types.
 */
export const LINE_LIMIT: Cents = toCents(MAX_AMOUNT * 10)

/** The line as the seller may charge it: without VAT registration the rate is 0 (TRA guide). */
export function chargedLine<T extends { readonly rate: BasisPoints }>(line: T, vatRegistered: boolean): T {
  return vatRegistered ? line : { ...line, rate: toBasisPoints(0) }
}

function grossBefore(
  line: Pick<InvoiceLine, 'quantity' | 'unitPrice' | 'rate'>,
  amountType: AmountType,
): Cents {
  if ((line.unitPrice * line.quantity) / THOUSANDTHS > LINE_LIMIT) return LINE_LIMIT
  return amountType === 'INCLUSIVE'
    ? timesRatio(line.unitPrice, line.quantity, THOUSANDTHS)
    : timesRatio(line.unitPrice, line.quantity * (HUNDRED_PERCENT + line.rate), THOUSANDTHS * HUNDRED_PERCENT)
}

/**
 * Computes a line. With prices that exclude VAT the gross line is rounded once from price × quantity × (1 + rate) and
 * used from there on. The discount percent applies to the tax-exclusive value (spec §3), which is the same percentage
 * of the gross; applying it to the gross avoids a second rounding (3 × 2,500 less 5 % is 7,125.00).
 */
export function lineAmounts(
  line: Pick<InvoiceLine, 'quantity' | 'unitPrice' | 'discount' | 'rate'>,
  amountType: AmountType,
): LineAmounts {
  const before = grossBefore(line, amountType)
  const discount = timesRatio(before, line.discount, HUNDRED_PERCENT)
  const amount = minusCents(before, discount)
  return { before, discount, amount, net: splitInclusive(amount, line.rate).net }
}
