import type { FirebaseSetup, PushAddress, PushMessage } from '#contract/notifications.ts'

/** A message, and how soon it should wake a sleeping phone. */
export type OutgoingPush = PushMessage & { readonly urgent: boolean }

/** The outcome of a message. */
export type PushOutcome =
  | { readonly kind: 'sent' }
  /** The address will never work again: the app was removed, or notifications were taken back. */
  | { readonly kind: 'gone' }
  /** The outcome is unknown, or the push service asks to wait. */
  | { readonly kind: 'later'; readonly reason: string; readonly retryAfterMs: number | null }
  /** The push service does not take it, and would not take it again: our settings or a bug. */
  | { readonly kind: 'refused'; readonly reason: string }

/** Sends to one kind of address. Answers with a value; never throws. */
export type PushSender<Kind extends PushAddress['kind']> = {
  send(address: Extract<PushAddress, { kind: Kind }>, message: OutgoingPush): Promise<PushOutcome>
}

/** Reaches devices that are not looking. Answers with a value; never throws. */
export interface PushGateway {
  /** Whether this server may send to the address at all: a client chose it. */
  accepts(address: PushAddress): boolean
  send(address: PushAddress, message: OutgoingPush): Promise<PushOutcome>
}

/** A Firebase project as the server speaks to it. */
export type FcmSettings = {
  readonly baseUrl: string
  readonly projectId: string
  readonly account: {
    readonly clientEmail: string
    readonly privateKey: string
    readonly tokenUri: string
  }
}

export type PushConfig = {
  /** `null`: no Firebase project; standard Web Push is used. */
  readonly firebase: { readonly setup: FirebaseSetup; readonly fcm: FcmSettings } | null
  /** Origins beside the known push services that Web Push may be sent to. */
  readonly webPushOrigins: readonly string[]
}
