import { Queue } from 'workbox-background-sync'

/** The little of a worker's scope that is used here; the tests are compiled for pages. */
type WorkerEvent = {
  readonly data: unknown
  readonly ports: readonly MessagePort[]
  waitUntil(work: Promise<unknown>): void
}
declare const self: {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(kind: 'install' | 'activate' | 'message', listener: (event: WorkerEvent) => void): void
}

/** What the page of the comparison asks of this worker. */
type Message =
  | {
      readonly kind: 'queue'
      readonly url: string
      readonly token: string
      readonly bodies: readonly string[]
    }
  | { readonly kind: 'replay' }

// Replayed only when asked, so that the time is that of the replay alone.
const queue = new Queue('bench', { onSync: () => Promise.resolve() })

async function act(message: Message): Promise<number> {
  if (message.kind === 'replay') {
    const begun = performance.now()
    await queue.replayRequests()
    return performance.now() - begun
  }
  for (const body of message.bodies) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${message.token}` }
    await queue.pushRequest({ request: new Request(message.url, { method: 'POST', headers, body }) })
  }
  return message.bodies.length
}

self.addEventListener('install', () => {
  void self.skipWaiting()
})
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})
self.addEventListener('message', (event) => {
  const [port] = event.ports
  event.waitUntil(
    act(event.data as Message).then(
      (value) => port?.postMessage({ value }),
      (error: unknown) => port?.postMessage({ error: String(error) }),
    ),
  )
})
