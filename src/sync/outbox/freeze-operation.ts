import * as v from 'valibot'
import type { ErrorCode } from '#contract/error-codes.ts'
import { refusedFields } from '#contract/fields/refused-fields.ts'
import {
  OPERATION_VERSION,
  type OperationBody,
  type OperationType,
  operationBodies,
} from '#contract/operations.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { hashBytes } from '../files/hash-bytes.ts'
import { canonicalJson } from './canonical-json.ts'

/** An operation as it will travel, letter for letter, however often it is sent. */
export type FrozenOperation = {
  readonly opId: string
  readonly type: OperationType
  readonly v: number
  readonly lane: string
  readonly body: string
  readonly bodyHash: string
}

export type Freezing =
  | { readonly kind: 'frozen'; readonly operation: FrozenOperation }
  /** The shape is not the contract's (too long, out of range): the server would never take it. */
  | { readonly kind: 'refused'; readonly refusals: readonly FieldRefusal<ErrorCode>[] }

/** Lower-case hexadecimal SHA-256 of a text. */
export function sha256(text: string): Promise<string> {
  return hashBytes(new TextEncoder().encode(text))
}

/**
 * Makes the text and the hash of an operation. Call it before the transaction that queues it: a transaction ends by
 * itself while anything but the database is awaited.
 */
export async function freezeOperation<T extends OperationType>(
  newId: () => string,
  type: T,
  lane: string,
  body: OperationBody<T>,
): Promise<Freezing> {
  const checked = v.safeParse(operationBodies[type][1], body)
  if (!checked.success) {
    return { kind: 'refused', refusals: refusedFields(checked.issues) }
  }
  const text = canonicalJson(body)
  const operation = {
    opId: newId(),
    type,
    v: OPERATION_VERSION,
    lane,
    body: text,
    bodyHash: await sha256(text),
  }
  return { kind: 'frozen', operation }
}
