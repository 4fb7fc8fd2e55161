import type { ErrorCode } from './error-codes.ts'

/**
 * Refusals that are not final: the server does not store them and may execute the same id later. After every other
 * refusal the same id is answered as before.
 */
export const UNSTORED_REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'FORBIDDEN',
  'OPERATION_UNKNOWN',
  'OPERATION_INVALID',
  'OPERATION_REUSED',
  'OPERATION_WRONG_ACCOUNT',
  'FISCAL_IDENTITY_MISSING',
])
