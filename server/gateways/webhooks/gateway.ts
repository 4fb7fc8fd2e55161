/** One attempt: the body as it was written down, signed under each of the secrets. */
export type WebhookRequest = {
  readonly url: string
  /** The same over all attempts. */
  readonly id: string
  /** Seconds since 1970, of this attempt. */
  readonly timestamp: number
  readonly body: string
  /** The secret of the address, and the one before while it is still good. */
  readonly secrets: readonly string[]
}

/** What an address answered. `refused`: it is none that may be called. */
export type WebhookOutcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly retryAfterMs: number
      readonly tookMs: number
    }
  | { readonly kind: 'unreachable' | 'refused'; readonly reason: string; readonly tookMs: number }

/** Calls addresses of companies. Answers with a value; never throws. */
export type WebhookGateway = {
  /** Origins that are called although they are not of the internet; set by the operator of the server. */
  readonly trusted: readonly string[]
  readonly post: (request: WebhookRequest) => Promise<WebhookOutcome>
}
