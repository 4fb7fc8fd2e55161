import { createFcm } from './fcm.ts'
import type { FcmSettings, PushGateway } from './gateway.ts'
import { createWebPush, type WebPushKeys } from './web-push.ts'

/**
 * Hosts of the push services that browsers use today. A subscription's address comes from a phone: without
 * this list an attacker could register an address in our own network and make this server call it.
 */
const PUSH_HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^jmt17\.google\.com$/,
  /(^|\.)push\.services\.mozilla\.com$/,
  /(^|\.)push\.apple\.com$/,
  /(^|\.)notify\.windows\.com$/,
]

function isPushService(address: string, origins: readonly string[]): boolean {
  const url = new URL(address)
  if (origins.includes(url.origin)) return true
  return url.protocol === 'https:' && url.port === '' && PUSH_HOSTS.some((host) => host.test(url.hostname))
}

/** The gateway to the push services that are set up. `fcm` and `webPush` are `null` where they are not. */
export function createPushGateway(options: {
  readonly clock: { now(): number }
  readonly fcm: FcmSettings | null
  readonly webPush: { readonly keys: WebPushKeys; readonly contact: string } | null
  /** Further origins that messages may be sent to. */
  readonly origins: readonly string[]
}): PushGateway {
  const { clock } = options
  const fcm = options.fcm ? createFcm({ ...options.fcm, clock }) : null
  const webPush = options.webPush ? createWebPush({ ...options.webPush, clock }) : null
  return {
    accepts: (address) =>
      address.kind === 'fcm'
        ? fcm !== null
        : webPush !== null && isPushService(address.endpoint, options.origins),
    async send(address, message) {
      const notConfigured = { kind: 'refused', reason: `${address.kind} is not set up any more` } as const
      if (address.kind === 'fcm') return fcm ? await fcm.send(address, message) : notConfigured
      if (!webPush || !isPushService(address.endpoint, options.origins)) return notConfigured
      return await webPush.send(address, message)
    },
  }
}
