import type { ErrorCode } from '#contract/error-codes.ts'

/** Our server understood and said no, or said that it cannot now. */
export type Refused = {
  readonly kind: 'refused'
  readonly status: number
  readonly code: ErrorCode
  /** For logs and for the one message that means something (`Expired JWT Token`); people see words of the code. */
  readonly message: string
  readonly fields: readonly { readonly path: string; readonly code: string }[]
  readonly data: Readonly<Record<string, unknown>>
  /** What the server asked to wait, in milliseconds; `null` when it did not. */
  readonly retryAfterMs: number | null
}

/** Nobody answered: no line, no name, a broken certificate, a connection cut in the middle. */
export type Unreachable = { readonly kind: 'unreachable' }
/** The time was up before the answer was complete. */
export type TooSlow = { readonly kind: 'too-slow' }
/** Somebody answered, but not our server, or not in words this version understands. */
export type Unreadable = { readonly kind: 'unreadable'; readonly endpoint: string; readonly status: number }

/** Every way a call can fail. In all but `refused` it is unknown whether the server acted. */
export type CallFailure = Refused | Unreachable | TooSlow | Unreadable

export type Answered<T> = { readonly kind: 'answered'; readonly value: T }
export type CallOutcome<T> = Answered<T> | CallFailure
