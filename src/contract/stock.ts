import * as v from 'valibot'
import { MAX_QUANTITY } from '#domain/money/quantity.ts'
import { STOCK_REASONS } from '#domain/stock/stock.ts'
import { instantField } from './fields/moments.ts'
import { idField } from './fields/texts.ts'

/** A change of the stock of a product that a person entered: added to the level, never the level itself. */
export const stockMovementSchema = v.object({
  movementId: idField,
  productId: idField,
  reason: v.picklist(STOCK_REASONS),
  /** Thousandths; below 0 when goods are gone. A count may find more or less than any line can have. */
  quantity: v.pipe(v.number(), v.safeInteger(), v.minValue(-2 * MAX_QUANTITY), v.maxValue(2 * MAX_QUANTITY)),
  at: instantField,
})
