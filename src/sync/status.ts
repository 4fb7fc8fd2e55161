import type { AccountDatabase } from '#data/account-database.ts'
import { AT_REST, type Contact, type DrainState, NO_CONTACT, readMeta } from '#data/meta.ts'
import { countPending, listAttention, oldestPending } from '#data/outbox-entries.ts'
import { type Instant, parseInstant } from '#domain/calendar/east-africa.ts'

export type OnlineState = 'online' | 'no-internet' | 'paused-login' | 'company-blocked' | 'upgrade'

/** What the head of every screen shows about this account's queue. */
export type AccountStatus = {
  readonly online: OnlineState
  /** Code behind a pause; `null` while online. */
  readonly reason: string | null
  readonly lastContactAt: Instant | null
  /** Server time minus phone time. */
  readonly clockSkewMs: number
  /** Entries that are not done. */
  readonly pendingCount: number
  readonly oldestPendingAt: Instant | null
  /** Entries a person has to look at. */
  readonly attentionCount: number
  readonly firstPullDone: boolean
}

const HELD: Record<NonNullable<DrainState['hold']>['kind'], OnlineState> = {
  login: 'paused-login',
  company: 'company-blocked',
  upgrade: 'upgrade',
}

/** How the line is shown. A hold says more than whether there is a line. */
export function onlineState(drain: DrainState, contact: Contact): OnlineState {
  if (drain.hold) return HELD[drain.hold.kind]
  return contact.online ? 'online' : 'no-internet'
}

/** Reads the status; for live queries. In one transaction: each read by itself would open its own. */
export async function readStatus(db: AccountDatabase): Promise<AccountStatus> {
  const [drainRow, contactRow, pendingCount, oldest, attention, firstPullDone] = await db.transaction(
    'r',
    db.meta,
    db.outbox,
    () =>
      Promise.all([
        readMeta(db, 'drain'),
        readMeta(db, 'contact'),
        countPending(db),
        oldestPending(db),
        listAttention(db),
        readMeta(db, 'first-pull-done'),
      ]),
  )
  const drain = drainRow ?? AT_REST
  const contact = contactRow ?? NO_CONTACT
  return {
    online: onlineState(drain, contact),
    reason: drain.hold?.code ?? null,
    lastContactAt: contact.lastContactAt === null ? null : (parseInstant(contact.lastContactAt) ?? null),
    clockSkewMs: contact.clockSkewMs,
    pendingCount,
    oldestPendingAt: oldest?.createdAt ?? null,
    attentionCount: attention.length,
    firstPullDone: firstPullDone ?? false,
  }
}
