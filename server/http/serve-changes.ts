import type { Hono } from 'hono'
import { CHANGES_STREAM_PATH, type ChangeEvent } from '#contract/notifications.ts'
import { companyScope } from '../services/context.ts'
import type { Followers } from '../services/notifications/followers.ts'
import { lastChange } from '../storage/changes.ts'
import type { AppEnv } from './app-env.ts'
import { authenticate, type Gatekeeper } from './authenticate.ts'

/** Shorter than proxies wait for a silent connection. */
const HEARTBEAT_MS = 15_000
/** Many changes at once are one event. */
const GATHER_MS = 250

type Stream = {
  /** Refuses (rejects) when the person may not listen any more. */
  readonly admit: () => Promise<unknown>
  readonly readUpTo: () => Promise<number>
  readonly follow: (wake: () => void, end: () => void) => () => void
}

/**
 * Server-sent events: how far the feed is, at the beginning and whenever it has grown, and a heartbeat. Who listens is
 * asked for again at every event and heartbeat, so that the stream ends with the token, the session or the account.
 */
function eventsOf({ admit, readUpTo, follow }: Stream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let open = true
  let leave = () => undefined as unknown
  let heartbeat: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined

  function stop(): void {
    open = false
    clearInterval(heartbeat)
    clearTimeout(gathering)
    leave()
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = () => {
        if (!open) return
        stop()
        controller.close()
      }
      const write = (text: string) => {
        if (open) controller.enqueue(encoder.encode(text))
      }
      let told = -1
      const tell = async () => {
        gathering = undefined
        await admit()
        const upTo = await readUpTo()
        if (upTo === told) return
        told = upTo
        const event: ChangeEvent = { upTo: String(upTo) }
        write(`event: change\ndata: ${JSON.stringify(event)}\n\n`)
      }
      const wake = () => {
        gathering ??= setTimeout(() => void tell().catch(end), GATHER_MS)
      }
      leave = follow(wake, end)
      heartbeat = setInterval(() => {
        admit().then(() => write(': still here\n\n'), end)
      }, HEARTBEAT_MS)
      void tell().catch(end)
    },
    cancel: stop,
  })
}

/** Tells open pages at once that there is something to fetch. It says how far the feed is and nothing of what is in it. */
export function serveChanges(app: Hono<AppEnv>, gate: Gatekeeper, followers: Followers): void {
  app.get(CHANGES_STREAM_PATH, async (c) => {
    const requestId = c.get('requestId')
    const admit = () => authenticate(gate, c.req.header('authorization'), {}, requestId)
    const context = await admit()
    const scope = companyScope(context)
    const { userId } = context.actor
    c.set('userId', userId)
    const stream = eventsOf({
      admit,
      readUpTo: () => lastChange(gate.services.db, scope),
      follow: (wake, end) => followers.add({ ...scope, userId, wake, end }),
    })
    return c.body(stream, 200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
  })
}
