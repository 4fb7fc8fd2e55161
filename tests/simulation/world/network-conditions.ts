/** How the connection of one phone is. Probabilities are from 0 to 1. */
export type NetworkConditions = {
  kind: 'open' | 'offline' | 'black hole' | 'portal'
  loss: number
  replay: number
  /** Answers cut in their middle, doubled results, an older answer in place of the right one. */
  spoil: number
  /** An answer to another phone, to another request or from before, out of a cache on the way. */
  foreign: number
  /** Typical milliseconds one way. */
  delayMs: number
  /** How much longer it takes where the feed of changes is asked for. */
  pullDelayMs: number
  /** A proxy on the way that answers by itself. */
  proxyErrors: number
  /** An intermediary refuses with our own error format: an older or newer version, a gateway. */
  refusals: number
}

export const GOOD_CONDITIONS: Readonly<NetworkConditions> = {
  kind: 'open',
  loss: 0,
  replay: 0,
  spoil: 0,
  foreign: 0,
  delayMs: 20,
  pullDelayMs: 0,
  proxyErrors: 0,
  refusals: 0,
}

export type PlainRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type PlainAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Bytes of a file; everything else is text. */
  readonly body: string | Uint8Array<ArrayBuffer>
}

export const PORTAL_PAGE: PlainAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Welcome</title><h1>Please sign in to this Wi-Fi</h1>',
}
