import type { Hono } from 'hono'
import { CHANGES_STREAM_PATH, type ChangeEvent } from '#contract/notifications.ts'
import { companyScope } from '../services/context.ts'
import type { ChangeSubscribers } from '../services/notifications/change-subscribers.ts'
import { getLastChangeId } from '../storage/sync/changes.ts'
import type { AppEnv } from './app-env.ts'
import { type AuthenticationDeps, authenticate } from './authenticate.ts'

/** Shorter than proxies wait for a silent connection. */
const HEARTBEAT_MS = 15_000
/** Many changes at once are one event. */
const THROTTLE_MS = 250

type ChangeStream = {
  /** Refuses (rejects) when the person may not listen any more. */
  readonly reauthenticate: () => Promise<unknown>
  readonly getLastChangeId: () => Promise<number>
  readonly subscribe: (onChange: () => void, close: () => void) => () => void
}

/**
 * Server-sent events: how far the feed is, at the beginning and whenever it has grown, and a heartbeat. Who listens is
 * asked for again at every event and heartbeat, so that the stream ends with the token, the session or the account.
 */
function createEventStream({
  reauthenticate: admit,
  getLastChangeId: readUpTo,
  subscribe: follow,
}: ChangeStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let open = true
  let unsubscribe = () => undefined as unknown
  let heartbeat: NodeJS.Timeout | undefined
  let throttle: NodeJS.Timeout | undefined

  function stop(): void {
    open = false
    clearInterval(heartbeat)
    clearTimeout(throttle)
    unsubscribe()
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      const close = () => {
        if (!open) return
        stop()
        controller.close()
      }
      const write = (text: string) => {
        if (open) controller.enqueue(encoder.encode(text))
      }
      let notifiedUpTo = -1
      const sendEvent = async () => {
        throttle = undefined
        await admit()
        const upTo = await readUpTo()
        if (upTo === notifiedUpTo) return
        notifiedUpTo = upTo
        const event: ChangeEvent = { upTo: String(upTo) }
        write(`event: change\ndata: ${JSON.stringify(event)}\n\n`)
      }
      const scheduleEvent = () => {
        throttle ??= setTimeout(() => void sendEvent().catch(close), THROTTLE_MS)
      }
      unsubscribe = follow(scheduleEvent, close)
      heartbeat = setInterval(() => {
        admit().then(() => write(': still here\n\n'), close)
      }, HEARTBEAT_MS)
      void sendEvent().catch(close)
    },
    cancel: stop,
  })
}

/**
 * Notifies open pages at once that there are changes to fetch. The event has the position of the feed and
 * none of its content.
 */
export function serveChanges(
  app: Hono<AppEnv>,
  authentication: AuthenticationDeps,
  subscribers: ChangeSubscribers,
): void {
  app.get(CHANGES_STREAM_PATH, async (c) => {
    const requestId = c.get('requestId')
    const reauthenticate = () => authenticate(authentication, c.req.header('authorization'), {}, requestId)
    const context = await reauthenticate()
    const scope = companyScope(context)
    const { userId } = context.actor
    c.set('userId', userId)
    const stream = createEventStream({
      reauthenticate,
      getLastChangeId: () => getLastChangeId(authentication.services.db, scope),
      subscribe: (onChange, close) => subscribers.add({ ...scope, userId, onChange, close }),
    })
    return c.body(stream, 200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
  })
}
