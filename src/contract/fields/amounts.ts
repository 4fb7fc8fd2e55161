import * as v from 'valibot'
import { HUNDRED_PERCENT, toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { MAX_QUANTITY, toQuantity } from '#domain/money/quantity.ts'
import type { ErrorCode } from '../error-codes.ts'

/** Any whole number of cents, negative included. */
export const centsField = v.pipe(v.number(), v.safeInteger(), v.transform(toCents))

/** An amount a person types: 0 to Tsh 999,999,999. `refusal` is the code for anything else, where there is one. */
export function amountFieldOr(refusal?: ErrorCode) {
  // Typed as a plain text, like `textField`: the list of all codes in every field makes the types too large.
  const message: string | undefined = refusal
  return v.pipe(
    v.number(message),
    v.safeInteger(message),
    v.minValue(0, message),
    v.maxValue(99_999_999_900, message),
    v.transform(toCents),
  )
}
export const amountField = amountFieldOr()

/** A quantity in thousandths, greater than zero. `refusal` is the code for anything else, where there is one. */
export function quantityFieldOr(refusal?: ErrorCode) {
  const message: string | undefined = refusal
  return v.pipe(
    v.number(message),
    v.safeInteger(message),
    v.minValue(1, message),
    v.maxValue(MAX_QUANTITY, message),
    v.transform(toQuantity),
  )
}
export const quantityField = quantityFieldOr()

/** A percentage in hundredths of a percent. */
export const basisPointsField = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.maxValue(HUNDRED_PERCENT),
  v.transform(toBasisPoints),
)
