import type { ErrorCode } from '#contract/error-codes.ts'
import type { FieldRefusal } from '#domain/refusal.ts'

const NOT_STORED: ReadonlySet<string> = new Set([
  'DEVICE_STORAGE_FULL',
  'DEVICE_STORAGE_BROKEN',
  'UNEXPECTED',
] satisfies ErrorCode[])

/**
 * What a customer form shows: refusals as they are, and when nothing was stored spec §8 *Error saving the customer* with
 * the reason behind it, which says what to do.
 */
export function customerRefusals(refusals: readonly FieldRefusal<string>[]): readonly FieldRefusal<string>[] {
  return refusals.flatMap((refusal) =>
    NOT_STORED.has(refusal.code)
      ? [
          { path: '', code: 'CUSTOMER_NOT_SAVED' },
          { path: '', code: refusal.code },
        ]
      : [refusal],
  )
}
