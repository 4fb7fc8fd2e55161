import type { FieldRefusal } from './refusal.ts'

/**
 * The result of a rule or a command: the value, or every refusal at its field. A refusal of the whole has the path
 * ''.
 */
export type Result<T, Code extends string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusals: readonly FieldRefusal<Code>[] }

/** A result with a value. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

/** A result with refusals; give at least one. */
export function refuse<Code extends string>(
  refusals: readonly FieldRefusal<Code>[],
): { readonly ok: false; readonly refusals: readonly FieldRefusal<Code>[] } {
  return { ok: false, refusals }
}

/** The result of a check that lists errors: the value when there are none. */
export function checked<T, Code extends string>(
  value: T,
  refusals: readonly FieldRefusal<Code>[],
): Result<T, Code> {
  return refusals.length > 0 ? refuse(refusals) : ok(value)
}
