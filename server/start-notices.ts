import { repeat } from './jobs/repeat.ts'
import type { AccessStatusCache } from './services/auth/access-status-cache.ts'
import type { Services } from './services/context.ts'
import type { ChangeSubscribers } from './services/notifications/change-subscribers.ts'
import { createFeedNotices } from './services/notifications/feed-notices.ts'
import { CHANGES_CHANNEL, type Listening, listen, STATUS_CHANNEL } from './storage/listen.ts'
import { listLastChangeIds } from './storage/sync/changes.ts'
import { onFeedGrowth } from './storage/sync/feed-growth.ts'

/** The longest that an open page waits for a change whose notice was lost. */
const SWEEP_MS = 5_000

/** Connects what changes here and in other processes with the open pages and the cached access of this one. */
export async function startNotices(options: {
  readonly connectionString: string
  readonly services: Pick<Services, 'db' | 'log' | 'newId' | 'meter'>
  readonly accessStatus: AccessStatusCache
  readonly subscribers: ChangeSubscribers
  readonly elapsedMs: () => number
}): Promise<{ readonly stop: () => Promise<void> }> {
  const { services, accessStatus, subscribers } = options
  const { db, log } = services
  let listening: Listening | undefined
  const notices = createFeedNotices({
    origin: services.newId(),
    subscribers,
    send: async (notice) => await listening?.send(CHANGES_CHANNEL, notice),
    listLastChangeIds: async (companyIds) => await listLastChangeIds(db, companyIds),
    elapsedMs: options.elapsedMs,
    meter: services.meter,
    onLost: (error) => log({ event: 'notice-lost', message: String(error) }),
  })
  listening = await listen({
    connectionString: options.connectionString,
    channels: { [STATUS_CHANNEL]: accessStatus.forget, [CHANGES_CHANNEL]: notices.receive },
    log,
  })
  onFeedGrowth(db, notices.announce)
  const sweeper = repeat(notices.sweep, SWEEP_MS, (error) =>
    log({ event: 'feed-sweep-failed', message: String(error) }),
  )
  const { stop } = listening
  return {
    stop: async () => {
      await sweeper.stop()
      await notices.stop()
      await stop()
    },
  }
}
