import type { AccountDatabase } from '#data/account-database.ts'
import { addAudit } from '#data/audit.ts'
import { NO_CONTACT, readMeta, writeMeta } from '#data/meta.ts'
import { addEntry, listDependants, putEntries, removeEntries } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { isStuck } from './dependants.ts'
import type { FrozenOperation } from './freeze-operation.ts'

/** The contract's limit; a server that misses an older one refuses visibly. */
const MAX_DEPENDENCIES = 50

/** Minutes that the phone's wall clock is ahead of UTC, for people who read the queue later. */
function offsetMinutes(now: number): number {
  return -new Date(now).getTimezoneOffset()
}

async function freshEntry(
  account: Account,
  operation: FrozenOperation,
  dependsOn: readonly string[],
  now: number,
): Promise<Omit<OutboxEntry, 'seq' | 'deviceSeq'>> {
  const { db, companyId, userId } = account
  if (companyId === null) throw new Error('only accounts of a company owe work')
  const [contact = NO_CONTACT, epoch] = await Promise.all([readMeta(db, 'contact'), readMeta(db, 'epoch')])
  if (epoch === undefined) throw new Error('the database has no epoch')
  return {
    ...operation,
    epoch,
    dependsOn: dependsOn.slice(-MAX_DEPENDENCIES),
    companyId,
    userId,
    createdAt: toInstant(now),
    tzOffsetMinutes: offsetMinutes(now),
    clockSkewMs: contact.clockSkewMs,
    state: 'queued',
    attempts: 0,
    serverErrors: 0,
    aloneErrors: 0,
    crashes: 0,
    aloneCrashes: 0,
    firstSentAt: null,
    nextAt: 0,
    waitSetAt: 0,
    lease: null,
    last: null,
    result: null,
    ackChangeId: null,
  }
}

/** An operation behind one that needs a person begins blocked, so that it is seen to wait for that. */
async function stateAt(
  db: AccountDatabase,
  place: Pick<OutboxEntry, 'lane' | 'seq' | 'dependsOn'>,
): Promise<'queued' | 'blocked'> {
  return (await isStuck(db, place)) ? 'blocked' : 'queued'
}

/**
 * Puts an operation at the end of the outbox. Call it inside the work transaction that writes the record: there is
 * no moment in which one exists without the other.
 */
export async function enqueue(
  account: Account,
  operation: FrozenOperation,
  dependsOn: readonly string[],
  now: number,
): Promise<void> {
  const { db } = account
  const deviceSeq = ((await readMeta(db, 'deviceSeq')) ?? 0) + 1
  await writeMeta(db, 'deviceSeq', deviceSeq)
  const fresh = await freshEntry(account, operation, dependsOn, now)
  const state = await stateAt(db, { ...fresh, seq: Number.POSITIVE_INFINITY })
  await addEntry(db, { ...fresh, deviceSeq, state })
  await addAudit(db, {
    at: toInstant(now),
    action: `${operation.type} queued`,
    subject: operation.lane,
    opId: operation.opId,
  })
}

/**
 * Puts an operation in the place of one that never left this phone: same order, same device number, so no hole is
 * left. What waited for the old one waits for the new one.
 */
export async function replaceUnsent(
  account: Account,
  old: OutboxEntry,
  operation: FrozenOperation,
  dependsOn: readonly string[],
  now: number,
): Promise<void> {
  const { db } = account
  const fresh = await freshEntry(account, operation, dependsOn, now)
  const placed = { ...fresh, seq: old.seq, deviceSeq: old.deviceSeq }
  await putEntries(db, [{ ...placed, state: await stateAt(db, placed) }])
  await pointDependants(db, old.opId, operation.opId)
  await db.overlays.delete(old.opId)
  await recordLeaving(db, old, 'replaced before it was sent', toInstant(now))
}

/** Takes entries out for good and keeps a copy of each: nothing leaves the outbox without a line in the audit. */
export async function withdraw(
  db: AccountDatabase,
  entries: readonly OutboxEntry[],
  action: string,
  at: Instant,
): Promise<void> {
  await removeEntries(db, entries)
  for (const entry of entries) {
    await db.overlays.delete(entry.opId)
    await recordLeaving(db, entry, action, at)
  }
}

/** Makes what waited for one operation wait for another, or for nothing. */
export async function pointDependants(
  db: AccountDatabase,
  from: string,
  to: string | null,
): Promise<OutboxEntry[]> {
  const pointed = (await listDependants(db, from)).map((entry) => ({
    ...entry,
    dependsOn: [...entry.dependsOn.filter((id) => id !== from), ...(to === null ? [] : [to])],
  }))
  await putEntries(db, pointed)
  return pointed
}

async function recordLeaving(
  db: AccountDatabase,
  entry: OutboxEntry,
  action: string,
  at: Instant,
): Promise<void> {
  await addAudit(db, { at, action, subject: entry.lane, opId: entry.opId, entry })
}
