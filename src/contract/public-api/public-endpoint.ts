import type * as v from 'valibot'
import type { ApiScope } from '#domain/api-keys/api-key.ts'
import type { ErrorCode } from '../error-codes.ts'

type AnySchema = v.GenericSchema<unknown, unknown>

/**
 * One call of the public API: what programs of a company call with a key. `input` is the query of a GET or the body of
 * a POST, with the `:name` parts of the path merged in; unknown fields are refused. Every POST needs an
 * `Idempotency-Key`. Promised to others: it only grows.
 */
export type PublicEndpoint<
  Input extends AnySchema = AnySchema,
  Output extends AnySchema | null = AnySchema | null,
> = {
  readonly method: 'GET' | 'POST'
  readonly path: `/v1/accounting/public/${string}` | `/api/v2/public/${string}`
  /** `null`: any key. */
  readonly scope: ApiScope | null
  /** One English sentence, for readers of the description. */
  readonly summary: string
  readonly input: Input
  /** `null`: a PDF. */
  readonly output: Output
  /** What a program may send, beside the ids of the path: samples and the description are made of it. */
  readonly sample?: Readonly<Record<string, unknown>>
  readonly statuses: readonly (200 | 201 | 202)[]
  readonly refusals: readonly ErrorCode[]
}

/** Stands in samples for the id of a record of the reader's own. */
export const EXAMPLE_ID = '00000000-0000-4000-8000-000000000000'

/** Keeps the exact types of an entry. */
export function publicEndpoint<Input extends AnySchema, Output extends AnySchema | null>(
  entry: PublicEndpoint<Input, Output>,
): PublicEndpoint<Input, Output> {
  return entry
}

/** Codes any call may answer. */
export const PUBLIC_REFUSALS = [
  'KEY_MISSING',
  'KEY_INVALID',
  'KEY_EXPIRED',
  'KEY_REVOKED',
  'KEY_WRONG_MODE',
  'USER_DISABLED',
  'COMPANY_DISABLED',
  'REQUEST_UNREADABLE',
  'REQUEST_INVALID',
  'REQUEST_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'UNEXPECTED',
] as const satisfies readonly ErrorCode[]

/** Codes any POST may answer besides. */
export const PUBLIC_WRITE_REFUSALS = [
  'IDEMPOTENCY_KEY_REQUIRED',
  'IDEMPOTENCY_KEY_REUSED',
  'FORBIDDEN',
  'OPERATION_INVALID',
] as const satisfies readonly ErrorCode[]
