import type { AccountDatabase } from '#data/account-database.ts'
import { insertAudit } from '#data/audit.ts'
import { type Contact, findMeta, NO_CONTACT, upsertMeta } from '#data/meta.ts'
import { deleteEntries, insertEntry, listDependents, updateEntries } from '#data/outbox-entries.ts'
import type { AuditRow, OutboxEntry } from '#data/rows.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { isStuck } from './dependents.ts'
import type { SerializedOperation } from './serialize-operation.ts'

/** The contract's limit; a server that misses an older one refuses visibly. */
const MAX_DEPENDENCIES = 50

/** Minutes that the phone's wall clock is ahead of UTC, for people who read the queue later. */
function offsetMinutes(now: number): number {
  return -new Date(now).getTimezoneOffset()
}

/** An operation as it begins in the outbox; its place is given when it is put there. */
export function newEntry(
  { companyId, userId }: Account,
  operation: SerializedOperation,
  dependsOn: readonly string[],
  now: number,
  {
    contact = NO_CONTACT,
    epoch,
  }: { readonly contact: Contact | undefined; readonly epoch: string | undefined },
): Omit<OutboxEntry, 'seq' | 'deviceSeq'> {
  if (companyId === null) throw new Error('only accounts of a company owe work')
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

async function readNewEntry(
  account: Account,
  operation: SerializedOperation,
  dependsOn: readonly string[],
  now: number,
): Promise<Omit<OutboxEntry, 'seq' | 'deviceSeq'>> {
  const { db } = account
  const [contact, epoch] = await Promise.all([findMeta(db, 'contact'), findMeta(db, 'epoch')])
  return newEntry(account, operation, dependsOn, now, { contact, epoch })
}

/** The line of the audit that says that an operation was queued. */
export function queuedAudit({ type, lane, opId }: SerializedOperation, at: Instant): AuditRow {
  return { at, action: `${type} queued`, subject: lane, opId }
}

/** The line of the audit that says why an entry left the outbox without an answer, with a copy of it. */
export function removedAudit(entry: OutboxEntry, action: string, at: Instant): AuditRow {
  return { at, action, subject: entry.lane, opId: entry.opId, entry }
}

export const REPLACED = 'replaced before it was sent'
const RENEWED = 'sent again under a new id'

/** Counts one on. Call inside the transaction that puts the operation of that number into the outbox. */
export async function nextDeviceSeq(db: AccountDatabase): Promise<number> {
  const deviceSeq = ((await findMeta(db, 'deviceSeq')) ?? 0) + 1
  await upsertMeta(db, 'deviceSeq', deviceSeq)
  return deviceSeq
}

/** An operation behind one that needs a person begins blocked, so that it is seen to wait for that. */
async function initialState(
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
  operation: SerializedOperation,
  dependsOn: readonly string[],
  now: number,
): Promise<void> {
  const { db } = account
  const deviceSeq = await nextDeviceSeq(db)
  const created = await readNewEntry(account, operation, dependsOn, now)
  const state = await initialState(db, { ...created, seq: Number.POSITIVE_INFINITY })
  await insertEntry(db, { ...created, deviceSeq, state })
  await insertAudit(db, queuedAudit(operation, toInstant(now)))
}

/** Gives an operation the place of another one in the queue, and what waited for that. */
async function replaceAt(
  db: AccountDatabase,
  replaced: OutboxEntry,
  created: Omit<OutboxEntry, 'seq'>,
  audit: AuditRow,
): Promise<void> {
  const placed = { ...created, seq: replaced.seq }
  await updateEntries(db, [{ ...placed, state: await initialState(db, placed) }])
  await repointDependents(db, replaced.opId, created.opId)
  await db.overlays.delete(replaced.opId)
  await insertAudit(db, audit)
}

/**
 * Puts an operation in the place of one that never left this phone: same order, same device number, so no hole is
 * left. What waited for the old one waits for the new one.
 */
export async function replacePending(
  account: Account,
  replaced: OutboxEntry,
  operation: SerializedOperation,
  dependsOn: readonly string[],
  now: number,
): Promise<void> {
  const created = {
    ...(await readNewEntry(account, operation, dependsOn, now)),
    deviceSeq: replaced.deviceSeq,
  }
  await replaceAt(account.db, replaced, created, removedAudit(replaced, REPLACED, toInstant(now)))
}

/**
 * Puts the same operation in the place of one that the server refused, under a new id: what was written later about its
 * record stays later. The server may know the old device number, so it gets a new one. It keeps its writer, and that
 * another phone has it and may still do it.
 */
export async function replaceRefused(
  account: Account,
  replaced: OutboxEntry,
  operation: SerializedOperation,
  now: number,
): Promise<void> {
  const { db } = account
  const at = toInstant(now)
  const deviceSeq = await nextDeviceSeq(db)
  const created = await readNewEntry(account, operation, replaced.dependsOn, now)
  const { writtenBy } = replaced
  const handedOverAt = replaced.handedOverAt ?? (writtenBy ? (replaced.firstSentAt ?? at) : undefined)
  const carriedOver = { ...(writtenBy && { writtenBy }), ...(handedOverAt && { handedOverAt }) }
  await replaceAt(
    db,
    replaced,
    { ...created, ...carriedOver, deviceSeq },
    removedAudit(replaced, RENEWED, at),
  )
  await insertAudit(db, queuedAudit(operation, at))
}

/** Takes entries out for good and keeps a copy of each: nothing leaves the outbox without a line in the audit. */
export async function cancelEntries(
  db: AccountDatabase,
  entries: readonly OutboxEntry[],
  action: string,
  at: Instant,
): Promise<void> {
  await deleteEntries(db, entries)
  for (const entry of entries) {
    await db.overlays.delete(entry.opId)
    await insertAudit(db, removedAudit(entry, action, at))
  }
}

/** Makes what waited for one operation wait for another, or for nothing. */
export async function repointDependents(
  db: AccountDatabase,
  from: string,
  to: string | null,
): Promise<OutboxEntry[]> {
  const repointed = (await listDependents(db, from)).map((entry) => ({
    ...entry,
    dependsOn: [...entry.dependsOn.filter((id) => id !== from), ...(to === null ? [] : [to])],
  }))
  await updateEntries(db, repointed)
  return repointed
}
