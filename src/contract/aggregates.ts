import * as v from 'valibot'
import { centsField } from './fields/amounts.ts'

/** Kinds of stored totals: per day of the company, per month of a product, a customer or an operator, and the stock of a product. */
export const AGGREGATE_KINDS = ['day', 'month-product', 'month-customer', 'month-operator', 'stock'] as const

const figures = {
  count: v.pipe(v.number(), v.safeInteger()),
  gross: centsField,
  net: centsField,
  vat: centsField,
}

/**
 * One stored total, written by the server in the transaction that changes what it counts. `period` is a day
 * (`2026-11-21`) or a month (`2026-11`); `key` is empty for `day`, else the id counted. The
 * stock of a product is the `quantity` of the period `all`, its `count` the number of entries by hand. Canceled and refunded amounts
 * are separate figures, so that gross equals the authority's.
 */
export const aggregateSchema = v.object({
  id: v.string(),
  companyId: v.string(),
  rev: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  kind: v.picklist(AGGREGATE_KINDS),
  period: v.string(),
  key: v.string(),
  ...figures,
  discount: centsField,
  quantity: v.pipe(v.number(), v.safeInteger()),
  canceledCount: v.pipe(v.number(), v.safeInteger()),
  canceledGross: centsField,
  /** Credit notes; totals stored before there were any do not have them. */
  refundedCount: v.optional(v.pipe(v.number(), v.safeInteger()), 0),
  refundedGross: v.optional(centsField, 0),
  refundedVat: v.optional(centsField, 0),
  perLetter: v.record(v.string(), v.object({ net: centsField, tax: centsField })),
  perPayment: v.record(v.string(), centsField),
})
export type Aggregate = v.InferOutput<typeof aggregateSchema>
