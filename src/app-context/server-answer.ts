import type { CallFailure, CallOutcome } from '#api/failure.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { failureCode } from './failure-code.ts'

/** The value of a call, or the code of its failure; for lists and pages that read from the server. */
export function loadedFrom<T>(outcome: CallOutcome<T>): { readonly value: T } | { readonly failure: string } {
  return outcome.kind === 'answered' ? { value: outcome.value } : { failure: failureCode(outcome) }
}

/**
 * Why a form was not saved: each refusal at its field, by the form's name of it, or one of the whole form at the path
 * ''.
 */
export function formRefusals(failure: CallFailure): readonly FieldRefusal<string>[] {
  const fields = failure.kind === 'refused' ? failure.fields : []
  if (fields.length === 0) return [{ path: '', code: failureCode(failure) }]
  return fields.map(({ path, code }) => ({ path: path.replace(/^fields\./, ''), code }))
}
