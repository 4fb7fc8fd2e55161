import type { ErrorCode } from '#contract/error-codes.ts'

/** "Not now": the same operation can succeed later without any change to it. It is not stored in the ledger. */
export class RetryLater extends Error {
  readonly code: ErrorCode
  readonly retryAfterMs: number

  constructor(code: ErrorCode, retryAfterMs: number) {
    super(code)
    this.name = 'RetryLater'
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}
