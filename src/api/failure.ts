import type { ErrorCode } from '#contract/error-codes.ts'

/** Our server refused the request, or said that it cannot execute it now. */
export type Refused = {
  readonly kind: 'refused'
  readonly status: number
  readonly code: ErrorCode
  /** For logs and for the one message with a meaning (`Expired JWT Token`); people see the text of the code. */
  readonly message: string
  readonly fields: readonly { readonly path: string; readonly code: string }[]
  readonly data: Readonly<Record<string, unknown>>
  /** The wait that the server asked for, in milliseconds; `null` when it did not. */
  readonly retryAfterMs: number | null
}

/** No answer: no network, no DNS entry, an invalid certificate, or a connection that broke midway. */
export type Unreachable = { readonly kind: 'unreachable' }
/** The time limit passed before the answer was complete. */
export type TooSlow = { readonly kind: 'too-slow' }
/** An answer that is not from our server, or in a format that this version does not understand. */
export type Unreadable = { readonly kind: 'unreadable'; readonly endpoint: string; readonly status: number }

/** Every way a call can fail. In all but `refused` it is unknown whether the server acted. */
export type CallFailure = Refused | Unreachable | TooSlow | Unreadable

export type Answered<T> = { readonly kind: 'answered'; readonly value: T }
export type CallOutcome<T> = Answered<T> | CallFailure
