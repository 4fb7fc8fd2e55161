import * as v from 'valibot'
import { toBasisPoints, WHOLE } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { MAX_QUANTITY, toQuantity } from '#domain/money/quantity.ts'

/** Any whole number of cents, negative included. */
export const centsField = v.pipe(v.number(), v.safeInteger(), v.transform(toCents))

/** An amount a person types: 0 to Tsh 999,999,999. */
export const amountField = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.maxValue(99_999_999_900),
  v.transform(toCents),
)

/** A quantity in thousandths, greater than zero. */
export const quantityField = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(1),
  v.maxValue(MAX_QUANTITY),
  v.transform(toQuantity),
)

/** A percentage in hundredths of a percent. */
export const basisPointsField = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.maxValue(WHOLE),
  v.transform(toBasisPoints),
)
