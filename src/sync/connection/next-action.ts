import type { AccountPause } from '#data/meta.ts'

/** What the account does after an attempt. */
export type NextAction =
  /** Our server answered: send the next batch at once and reset the back-off. */
  | { readonly kind: 'go-on' }
  /** Our server said that the request was too large: send smaller ones at once. */
  | { readonly kind: 'split' }
  /** No answer from our server: wait. `requestedByServer` when the server asked for it. */
  | {
      readonly kind: 'wait'
      readonly ms: number
      readonly requestedByServer: boolean
      readonly online: boolean
    }
  /** The answer is not from our server: find out by a ping whether our server can be reached at all. */
  | { readonly kind: 'probe'; readonly status: number; readonly ms: number }
  /** Nothing can be sent until something outside changes. */
  | { readonly kind: 'hold'; readonly paused: Pick<AccountPause, 'kind' | 'code'> }
  /** The delivery grant or the bearer is not accepted; the other credential may be. */
  | { readonly kind: 'unauthorized'; readonly code: string }
