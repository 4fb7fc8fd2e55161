import type { CDPSession } from '@playwright/test'
import type { DemoProcess } from '../../support/demo-process.ts'

/** Ends every service worker at once, in the middle of its work, as the system does to save memory. */
export async function stopWorkers(devtools: CDPSession): Promise<void> {
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
}

/** The worker's program as the server gives it, and the answer that gives another one in its place. */
export async function readWorker(demo: DemoProcess) {
  const served = await fetch(`${demo.url}/sw.js`)
  const names = ['content-type', 'content-security-policy', 'cache-control']
  const headers = Object.fromEntries(names.map((name) => [name, served.headers.get(name) ?? '']))
  const program = await served.text()
  const as = (body: string) => ({ kind: 'answer', status: 200, headers, body }) as const
  return { program, as }
}

/** Put before the worker's program: it asks for leave before a push goes out and before its answer is looked at. */
export const ASKS_LEAVE = `{
  const send = self.fetch.bind(self)
  const leave = (moment) => send('/healthz?' + moment).catch(() => undefined)
  self.fetch = async (...asked) => {
    const url = asked[0] instanceof Request ? asked[0].url : String(asked[0])
    if (!url.includes('/sync/push')) return send(...asked)
    await leave('before-push')
    const answer = await send(...asked)
    await leave('after-push')
    return answer
  }
}
`

type Posting = { readonly prototype: { postMessage(...given: unknown[]): void } }

/**
 * Runs in a page before it, or before the worker's program: no locks, and of what is posted between page and worker
 * every second message is lost and the others arrive twice. `strayMessages` counts both.
 */
export function loseCoordination(): void {
  // Pages have no `Client`.
  const world: typeof globalThis & { strayMessages?: number; Client?: Posting } = globalThis
  let strays = 0
  const refuse = () => Promise.reject(new DOMException('not here', 'SecurityError'))
  Object.defineProperty(LockManager.prototype, 'request', { value: refuse })
  const channels: readonly (Posting | undefined)[] = [ServiceWorker, BroadcastChannel, world.Client]
  for (const channel of channels) {
    if (!channel) continue
    const post = channel.prototype.postMessage
    channel.prototype.postMessage = function (...given) {
      strays += 1
      world.strayMessages = strays
      if (strays % 2 === 0) return
      post.apply(this, given)
      post.apply(this, given)
    }
  }
}

/**
 * Makes the browser send the worker a sync event, as it does by itself when the connection returns; after the
 * last chance it would not send another.
 */
export async function dispatchSync(
  devtools: CDPSession,
  { origin, tag, lastChance }: { origin: string; tag: string; lastChance: boolean },
): Promise<void> {
  const known = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await known
  await devtools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance })
}
