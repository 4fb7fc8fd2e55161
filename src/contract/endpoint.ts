import * as v from 'valibot'
import type { ErrorCode } from './error-codes.ts'
import { idField } from './fields/texts.ts'

type AnySchema = v.GenericSchema<unknown, unknown>

/** Who may call: anybody, a signed-in user, or a push with a token or a delivery grant. */
export type Access = 'public' | 'signed-in' | 'token-or-grant'

/**
 * One call of the API. `input` is the query string of a GET or the JSON body of a POST, with the `:name` parts of
 * the path merged in. Every endpoint may also answer the codes of `COMMON_REFUSALS`.
 */
export type Endpoint<
  Input extends AnySchema = AnySchema,
  Output extends AnySchema = AnySchema,
  Who extends Access = Access,
> = {
  readonly method: 'GET' | 'POST'
  readonly path: `/v1/accounting/${string}` | `/api/v2/${string}`
  readonly input: Input
  readonly output: Output
  readonly refusals: readonly ErrorCode[]
  readonly access: Who
  /** Also for a person who must first change the password. */
  readonly duringPasswordChange?: boolean
  /** Its answer must prove its account although it needs no bearer: it becomes part of a session. */
  readonly namesAccount?: boolean
}

/** Keeps the exact types of an entry. */
export function endpoint<Input extends AnySchema, Output extends AnySchema, Who extends Access>(
  entry: Endpoint<Input, Output, Who>,
): Endpoint<Input, Output, Who> {
  return entry
}

/** Codes any endpoint may answer. */
export const COMMON_REFUSALS = [
  'REQUEST_UNREADABLE',
  'REQUEST_INVALID',
  'REQUEST_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'UNEXPECTED',
] as const satisfies readonly ErrorCode[]

/** Codes any endpoint behind a login may answer besides. */
export const SIGNED_IN_REFUSALS = [
  'TOKEN_MISSING',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
  'USER_DISABLED',
  'COMPANY_DISABLED',
  'PASSWORD_CHANGE_REQUIRED',
  'FORBIDDEN',
] as const satisfies readonly ErrorCode[]

/** The company whose records are read: the caller's own, or one that the caller manages. */
export const companyFilter = { companyId: v.optional(idField) }
