/** One text message. `id` names it in our log; providers take no key of ours, so it is sent once. */
export type Sms = {
  readonly id: string
  /** E.164. */
  readonly to: string
  readonly text: string
}

/**
 * What became of a message. `later`: the provider took nothing and may take it later. `refused`: it never will.
 * `unknown`: it may be on its way, so it is not sent again.
 */
export type SmsOutcome =
  | { readonly kind: 'sent'; readonly providerId: string }
  | { readonly kind: 'later' | 'refused' | 'unknown'; readonly reason: string }

/** Sends text messages. Answers with a value; never throws. */
export type SmsGateway = { readonly send: (sms: Sms) => Promise<SmsOutcome> }

/** Providers whose protocol the live client speaks. */
export const SMS_PROVIDERS = ['beem', 'africastalking'] as const
export type SmsProvider = (typeof SMS_PROVIDERS)[number]

/** How a provider is reached. */
export type SmsConfig = {
  readonly provider: SmsProvider
  readonly baseUrl: string
  /** The user name at Africa's Talking, the API key at Beem. */
  readonly user: string
  /** The API key at Africa's Talking, the secret at Beem. */
  readonly key: string
  /** The registered name of the sender. */
  readonly sender: string
}
