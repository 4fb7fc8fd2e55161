import type { CDPSession } from '@playwright/test'
import type { DemoProcess } from '../../support/demo-process.ts'

/** Ends every service worker at once, in the middle of whatever it does, as the system does to save memory. */
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
    if (!url.endsWith('/sync/push')) return send(...asked)
    await leave('before-push')
    const answer = await send(...asked)
    await leave('after-push')
    return answer
  }
}
`
