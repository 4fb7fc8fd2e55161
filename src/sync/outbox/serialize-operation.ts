import * as v from 'valibot'
import { canonicalJson } from '#contract/canonical-json.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import { refusedFields } from '#contract/fields/refused-fields.ts'
import {
  OPERATION_VERSION,
  type OperationBody,
  type OperationType,
  operationBodies,
} from '#contract/operations.ts'
import { hashBytes } from '#data/hash-bytes.ts'
import type { FieldRefusal } from '#domain/refusal.ts'

/** An operation as it will travel, letter for letter, however often it is sent. */
export type SerializedOperation = {
  readonly opId: string
  readonly type: OperationType
  readonly v: number
  readonly lane: string
  readonly body: string
  readonly bodyHash: string
}

export type Serialization =
  | { readonly kind: 'frozen'; readonly operation: SerializedOperation }
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
export async function serializeOperation<T extends OperationType>(
  newId: () => string,
  type: T,
  orderingKey: string,
  body: OperationBody<T>,
): Promise<Serialization> {
  const checked = v.safeParse(operationBodies[type][1], body)
  if (!checked.success) {
    return { kind: 'refused', refusals: refusedFields(checked.issues) }
  }
  const text = canonicalJson(body)
  const operation = {
    opId: newId(),
    type,
    v: OPERATION_VERSION,
    lane: orderingKey,
    body: text,
    bodyHash: await sha256(text),
  }
  return { kind: 'frozen', operation }
}
