import { type ErrorCode, isErrorCode } from '#contract/error-codes.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { Refusal } from '../../ports/refusal.ts'

/** Refuses with the first of these refusals, naming all of them at their fields; an empty list passes. */
export function refuseFields(refusals: readonly FieldRefusal<string>[]): void {
  const fields = refusals.map(({ path, code }) => ({ path, code: knownCode(code) }))
  const [first] = fields
  if (first !== undefined) throw new Refusal(first.code, { fields })
}

function knownCode(code: string): ErrorCode {
  return isErrorCode(code) ? code : 'OPERATION_INVALID'
}
