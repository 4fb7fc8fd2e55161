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
import { hashText } from '#data/hash-text.ts'
import type { FieldRefusal } from '#domain/refusal.ts'

/** An operation as it is sent: the same bytes at every attempt. */
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
  /** The body breaks the contract (too long, out of range): the server would never accept it. */
  | { readonly kind: 'refused'; readonly refusals: readonly FieldRefusal<ErrorCode>[] }

/** Makes the text and the hash of an operation, under a new id. Refuses a body that breaks the contract. */
export function serializeOperation<T extends OperationType>(
  newId: () => string,
  type: T,
  orderingKey: string,
  body: OperationBody<T>,
): Serialization {
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
    bodyHash: hashText(text),
  }
  return { kind: 'frozen', operation }
}
