import type { PushAddress } from '#contract/notifications.ts'
import { addressOf } from '#session/push-address.ts'
import type { PushServer } from '#session/push-registration.ts'
import { loadModule } from '#ui/load-module.ts'

const READY_WITHIN_MS = 10_000

/** Whether this browser can receive push messages while the app is closed. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

async function getReadyWorker(): Promise<ServiceWorkerRegistration> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('there is no service worker')), READY_WITHIN_MS)
  })
  return await Promise.race([navigator.serviceWorker.ready, timeout])
}

function decodeBase64Url(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

function isEqual(key: ArrayBuffer | null | undefined, expected: Uint8Array): boolean {
  if (!key) return false
  const bytes = new Uint8Array(key)
  return bytes.length === expected.length && bytes.every((byte, index) => byte === expected[index])
}

async function subscribeWebPush(
  { pushManager }: ServiceWorkerRegistration,
  key: string,
): Promise<PushAddress> {
  const applicationServerKey = decodeBase64Url(key)
  const existing = await pushManager.getSubscription()
  if (existing && isEqual(existing.options.applicationServerKey, applicationServerKey))
    return addressOf(existing)
  // One that was made for another server, or before the server's key was changed.
  await existing?.unsubscribe()
  return addressOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
}

/**
 * The address at which messages of this server reach this browser: by Firebase where a project is configured, else by
 * Web Push. `load` fetches Firebase: one that loads the page again is only for a person who waits for it.
 */
export async function subscribePush(
  { firebase, webPushKey }: PushServer,
  load: typeof loadModule = loadModule,
): Promise<PushAddress> {
  const registration = await getReadyWorker()
  if (firebase) {
    const { firebaseToken } = await load(() => import('./firebase-token.ts'))
    return { kind: 'fcm', token: await firebaseToken(firebase, registration) }
  }
  if (webPushKey === null) throw new Error('this server has no key for Web Push')
  return await subscribeWebPush(registration, webPushKey)
}

/** Gives up the browser's address: messages to it are not delivered any more. */
export async function unsubscribePush(): Promise<void> {
  if (!canPush()) return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
