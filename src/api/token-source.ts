import type { CallFailure } from './failure.ts'

/** A bearer token, or why there is none. */
export type Bearer =
  | { readonly kind: 'token'; readonly token: string }
  /** No user is signed in, or the session has just ended. */
  | { readonly kind: 'none' }
  /** It has expired and the server could not be asked for another. */
  | { readonly kind: 'failed'; readonly failure: CallFailure }

/** The source of bearers for `call`; the session room makes one for each account. */
export type TokenSource = {
  /** A bearer that is valid for a minute more, refreshed first where needed (spec §7). */
  bearer(): Promise<Bearer>
  /** A bearer other than `expired`: all callers share one refresh. */
  renew(expired: string): Promise<Bearer>
}
