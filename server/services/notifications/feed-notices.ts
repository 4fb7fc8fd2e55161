import type { Meter } from '../../ports/meter.ts'
import type { FeedGrowth } from '../../storage/sync/feed-growth.ts'
import type { ChangeSubscribers } from './change-subscribers.ts'

/** Notices of this time go out together: far less than what a stream collects before it sends an event. */
const BATCH_MS = 25
/** A notice holds less than 8,000 bytes (PostgreSQL); an id has 36. */
const IDS_PER_NOTICE = 150
const EVERY_FEED = '*'

export type FeedNotices = {
  /** Feeds grew in a transaction of this process that is committed. */
  readonly announce: (growth: FeedGrowth) => void
  /** A notice of any process has come; without text, some may have been lost. */
  readonly receive: (notice?: string) => void
  /** Compares the feeds that pages of this process follow with what was last seen of them: finds what no notice named. */
  readonly sweep: () => Promise<void>
  /** Sends what waits. */
  readonly stop: () => Promise<void>
}

/**
 * Tells the streams of this process at once, and those of the other processes by one notice for many companies, whose
 * feed has grown. Nothing relies on it: a notice that cannot be sent is dropped, and `sweep` finds the growth.
 */
export function createFeedNotices(options: {
  /** Names this process, so that it need not hear itself. */
  readonly origin: string
  readonly subscribers: Pick<ChangeSubscribers, 'notify' | 'companyIds'>
  readonly send: (notice: string) => Promise<void>
  readonly listLastChangeIds: (companyIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
  readonly onLost: (error: unknown) => void
  /** Milliseconds that only go forward. */
  readonly elapsedMs: () => number
  readonly meter?: Meter | undefined
}): FeedNotices {
  const { origin, subscribers, meter, elapsedMs } = options
  let waiting = new Set<string>()
  let waitingSince = 0
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<void> = Promise.resolve()
  let seen: ReadonlyMap<string, number> = new Map()
  /** When the changes of the notices were committed that this process sent and has not heard yet, in their order. */
  let unheard: number[] = []

  async function sendWaiting(): Promise<void> {
    const ids = waiting.has(EVERY_FEED) ? [EVERY_FEED] : [...waiting]
    const since = waitingSince
    waiting = new Set()
    for (let start = 0; start < ids.length; start += IDS_PER_NOTICE) {
      const notice = `${origin} ${ids.slice(start, start + IDS_PER_NOTICE).join(',')}`
      unheard.push(since)
      try {
        await options.send(notice)
        meter?.feedNoticeSent((elapsedMs() - since) / 1_000)
      } catch (error) {
        unheard = []
        meter?.feedNoticeLost()
        options.onLost(error)
      }
    }
  }

  function flush(): void {
    timer = undefined
    sending = sending.then(sendWaiting)
  }

  return {
    announce(growth) {
      if (waiting.size === 0) waitingSince = elapsedMs()
      if (growth === null) {
        waiting.add(EVERY_FEED)
        subscribers.notify()
      }
      for (const companyId of growth ?? []) {
        waiting.add(companyId)
        subscribers.notify(companyId)
      }
      timer ??= setTimeout(flush, BATCH_MS)
    },
    receive(notice) {
      const [from, ids] = notice?.split(' ') ?? []
      if (from === undefined) unheard = []
      if (from === origin) {
        const since = unheard.shift()
        if (since !== undefined) meter?.feedNoticeHeard((elapsedMs() - since) / 1_000)
        return
      }
      if (ids === undefined || ids === EVERY_FEED) subscribers.notify()
      else for (const companyId of ids.split(',')) subscribers.notify(companyId)
    },
    async sweep() {
      const followed = subscribers.companyIds()
      if (followed.length === 0) return
      const now = await options.listLastChangeIds(followed)
      for (const [companyId, last] of now) {
        if (seen.get(companyId) !== last) subscribers.notify(companyId)
      }
      seen = now
    },
    async stop() {
      clearTimeout(timer)
      flush()
      await sending
    },
  }
}
