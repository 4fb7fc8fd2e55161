import type { AccountDatabase } from '#data/account-database.ts'
import { type Contact, type DrainState, findMetas, INITIAL_DRAIN_STATE, NO_CONTACT } from '#data/meta.ts'
import { listAttention, listEntriesInState } from '#data/outbox-entries.ts'
import { type Instant, parseInstant } from '#domain/calendar/east-africa.ts'
import type { ClockReading } from '#domain/calendar/trusted-clock.ts'

export type OnlineState = 'online' | 'no-internet' | 'paused-login' | 'company-blocked' | 'upgrade'

/** What the top of every screen shows about this account's queue. */
export type AccountStatus = {
  readonly online: OnlineState
  /** Code behind a pause; `null` while online. */
  readonly reason: string | null
  readonly lastContactAt: Instant | null
  /** Both clocks at the last answer of the server. */
  readonly clock: ClockReading | null
  /** Until when (milliseconds, phone's clock) nothing is tried automatically; `null` without a pause. */
  readonly pausedUntil: number | null
  /** Entries that are not done. */
  readonly pendingCount: number
  readonly oldestPendingAt: Instant | null
  /** What needs a person: refused changes, receipts that the authority refused, and work that is gone. */
  readonly attentionCount: number
  /** Entries that are not sent automatically: refused ones, and those that wait for them. */
  readonly stuckCount: number
  /** Operations that disappeared from this phone before the server had them. */
  readonly lostCount: number
  readonly firstPullDone: boolean
  /** How much of the company's records a first sync has fetched, 0 to 99; `null` once it is done, or unknown. */
  readonly fetchedPercent: number | null
}

const ONLINE_STATE_OF: Record<NonNullable<DrainState['hold']>['kind'], OnlineState> = {
  login: 'paused-login',
  company: 'company-blocked',
  upgrade: 'upgrade',
}

/** A longer list is of no use to the person. */
const MAX_BLOCKED = 200

/** How the connection is shown. A pause says more than whether there is a connection. */
export function onlineState(drain: DrainState, contact: Contact): OnlineState {
  if (drain.hold) return ONLINE_STATE_OF[drain.hold.kind]
  return contact.online ? 'online' : 'no-internet'
}

const META_KEYS = [
  'drain',
  'contact',
  'pending',
  'counts',
  'first-pull-done',
  'first-pull',
  'session',
  'lost-work',
] as const

/** Reads the status, for live queries. In one transaction and with few reads: it runs again after every sale. */
export async function readStatus(db: AccountDatabase): Promise<AccountStatus> {
  const [values, heads, refused, blocked] = await db.transaction('r', db.meta, db.outbox, () =>
    Promise.all([
      findMetas(db, META_KEYS),
      Promise.all([listEntriesInState(db, 'queued', 1), listEntriesInState(db, 'sending', 1)]),
      listAttention(db),
      listEntriesInState(db, 'blocked', MAX_BLOCKED),
    ]),
  )
  const [drainRow, contactRow, pendingCount = 0, counts, firstPullDone, firstPull, session, lostWork] = values
  const oldest = [...heads.flat(), ...refused.slice(0, 1), ...blocked.slice(0, 1)].sort(
    (a, b) => a.seq - b.seq,
  )[0]
  // An invoice counts once, however many of its entries are blocked.
  const invoices = new Set(
    [...refused, ...blocked].map((entry) => entry.lane).filter((lane) => lane.startsWith('inv:')),
  )
  const others = refused.filter((entry) => !entry.lane.startsWith('inv:')).length
  const lostCount = lostWork?.numbers.length ?? 0
  const attentionCount = Math.max(others + Math.max(invoices.size, counts?.attention ?? 0), lostCount)
  const drain = drainRow ?? INITIAL_DRAIN_STATE
  const contact = contactRow ?? NO_CONTACT
  const line = onlineState(drain, contact)
  // Only the saving and sending of its invoices waits, and the server is there for everything else.
  const blockedByTra = line === 'online' && session?.company?.blockedByTra === true
  return {
    online: blockedByTra ? 'company-blocked' : line,
    reason: blockedByTra ? 'COMPANY_BLOCKED_BY_TRA' : (drain.hold?.code ?? null),
    lastContactAt: contact.lastContactAt === null ? null : (parseInstant(contact.lastContactAt) ?? null),
    clock: contact.clock ?? null,
    pausedUntil: drain.hold?.retryAt ?? drain.pause?.until ?? null,
    pendingCount,
    oldestPendingAt: oldest?.createdAt ?? null,
    attentionCount,
    stuckCount: refused.length + blocked.length,
    lostCount,
    firstPullDone: firstPullDone ?? false,
    fetchedPercent: firstPull ? Math.floor((firstPull.upTo / Math.max(1, firstPull.last)) * 99) : null,
  }
}
