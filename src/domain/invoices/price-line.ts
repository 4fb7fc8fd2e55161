import type { FiscalDay } from '../calendar/east-africa.ts'
import { HUNDRED_PERCENT, toBasisPoints } from '../money/basis-points.ts'
import type { Cents } from '../money/cents.ts'
import { type Quantity, THOUSANDTHS, toQuantity } from '../money/quantity.ts'
import { timesRatio } from '../money/round-half-up.ts'
import type { Product } from '../products/product.ts'
import { rateOn, type TaxRate } from '../tax/rate-table.ts'
import { splitInclusive } from '../tax/split-inclusive.ts'
import type { AmountType, InvoiceLine } from './invoice.ts'

/** The rules for pricing a line. */
export type Pricing = {
  readonly day: FiscalDay
  readonly rates: readonly TaxRate[]
  readonly vatRegistered: boolean
  readonly amountType: AmountType
}

export type LinePriced =
  | { readonly kind: 'ok'; readonly line: InvoiceLine }
  /** The table has no rate for the product's tax type on that day: a rate is never guessed. */
  | { readonly kind: 'refused'; readonly code: 'INVOICE_RATE_UNKNOWN' }

/**
 * A line for one product, one piece unless said otherwise, without discount. The rate in force on the day is copied
 * onto it. Product prices include VAT; on an invoice with prices excluding VAT the line takes the part without it.
 */
export function priceLine(
  id: string,
  product: Pick<Product, 'id' | 'name' | 'unitPrice' | 'taxType'>,
  pricing: Pricing,
  quantity: Quantity = toQuantity(THOUSANDTHS),
): LinePriced {
  const rate = rateOn(pricing.rates, product.taxType, pricing.day, pricing.vatRegistered)
  if (rate === undefined) return { kind: 'refused', code: 'INVOICE_RATE_UNKNOWN' }
  return {
    kind: 'ok',
    line: {
      id,
      productId: product.id,
      description: product.name,
      quantity,
      taxType: product.taxType,
      rate,
      unitPrice:
        pricing.amountType === 'INCLUSIVE' ? product.unitPrice : splitInclusive(product.unitPrice, rate).net,
      discount: toBasisPoints(0),
    },
  }
}

/**
 * The price of one unit as the price list has it, which always includes VAT: on an invoice with prices excluding VAT
 * the VAT of the line is added. The other way round than `priceLine`.
 */
export function listPriceOf(line: Pick<InvoiceLine, 'unitPrice' | 'rate'>, amountType: AmountType): Cents {
  if (amountType === 'INCLUSIVE') return line.unitPrice
  return timesRatio(line.unitPrice, HUNDRED_PERCENT + line.rate, HUNDRED_PERCENT)
}

/**
 * Lines with the rates in force on a day, for a draft that is opened again after a rate changed. A line whose tax
 * type has no rate that day keeps its own and is refused later by `checkRates`. Prices stay as they were agreed.
 */
export function renewRates(
  lines: readonly InvoiceLine[],
  pricing: Pick<Pricing, 'day' | 'rates' | 'vatRegistered'>,
): InvoiceLine[] {
  return lines.map((line) => ({
    ...line,
    rate: rateOn(pricing.rates, line.taxType, pricing.day, pricing.vatRegistered) ?? line.rate,
  }))
}
