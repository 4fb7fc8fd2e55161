import type { AccountDatabase } from '#data/account-database.ts'
import { insertAudit, insertAudits } from '#data/audit.ts'
import { type Contact, findMeta, findMetas, NO_CONTACT, upsertMeta, upsertMetas } from '#data/meta.ts'
import { deleteEntries, insertEntry, listDependents, updateEntries } from '#data/outbox-entries.ts'
import type { AuditRow, OutboxEntry } from '#data/rows.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import { type AttemptNumber, attemptOf } from './attempt.ts'
import { isStuck } from './dependents.ts'
import type { SerializedOperation } from './serialize-operation.ts'

/** The contract's limit; if an older dependency is missing, the server refuses the operation visibly. */
const MAX_DEPENDENCIES = 50

function limited(dependsOn: readonly string[]): string[] {
  return dependsOn.slice(-MAX_DEPENDENCIES)
}

/** Minutes that the phone's clock is ahead of UTC, for people who read the queue later. */
function offsetMinutes(now: number): number {
  return -new Date(now).getTimezoneOffset()
}

/** A new entry of an operation; its position is set when it is inserted. */
export function newEntry(
  { companyId, userId }: Pick<Account, 'companyId' | 'userId'>,
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
    firstOpId: operation.opId,
    attempt: 0,
    epoch,
    dependsOn: limited(dependsOn),
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

/** The audit row of an operation that was queued. */
function queuedAudit({ type, lane, opId }: SerializedOperation, at: Instant): AuditRow {
  return { at, action: `${type} queued`, subject: lane, opId }
}

/** The audit row of an entry that left the outbox without an answer: why, with a copy of it. */
function removedAudit(entry: OutboxEntry, action: string, at: Instant): AuditRow {
  return { at, action, subject: entry.lane, opId: entry.opId, entry }
}

const REPLACED = 'replaced before it was sent'
const RENEWED = 'sent again under a new id'

/** The number of the next operation of this phone. Call inside the transaction that inserts that operation. */
export async function nextDeviceSeq(db: AccountDatabase): Promise<number> {
  const deviceSeq = ((await findMeta(db, 'deviceSeq')) ?? 0) + 1
  await upsertMeta(db, 'deviceSeq', deviceSeq)
  return deviceSeq
}

/**
 * Begins an epoch: numbering starts again, with what is unsent. Call inside a transaction over `outbox` and `meta`.
 */
export async function beginEpoch(db: AccountDatabase, epoch: string): Promise<void> {
  const unsent = (await db.outbox.toArray())
    .filter(({ state }) => state !== 'done')
    .sort((one, other) => one.seq - other.seq)
    .map((entry, index) => ({ ...entry, epoch, deviceSeq: index + 1 }))
  await db.outbox.bulkPut(unsent)
  const contact = (await findMeta(db, 'contact')) ?? NO_CONTACT
  await upsertMetas(db, { epoch, deviceSeq: unsent.length, contact: { ...contact, contiguousDeviceSeq: 0 } })
}

async function readNewEntry(
  account: Account,
  operation: SerializedOperation,
  dependsOn: readonly string[],
  now: number,
): Promise<Omit<OutboxEntry, 'seq' | 'deviceSeq'>> {
  const [contact, epoch] = await findMetas(account.db, ['contact', 'epoch'])
  return newEntry(account, operation, dependsOn, now, { contact, epoch })
}

/** An operation behind one that needs a person starts as `blocked`, so that screens show what it waits for. */
async function initialState(
  db: AccountDatabase,
  place: Pick<OutboxEntry, 'lane' | 'seq' | 'dependsOn'>,
  sameKey?: readonly OutboxEntry[],
): Promise<'queued' | 'blocked'> {
  return (await isStuck(db, place, sameKey)) ? 'blocked' : 'queued'
}

/**
 * Adds an operation at the end of the outbox and returns its entry. Call it inside the work transaction that writes
 * the record: neither exists without the other. `sameKey`: the entries of its ordering key, from a caller that has
 * read them in this transaction.
 */
export async function enqueue(
  account: Account,
  operation: SerializedOperation,
  dependsOn: readonly string[],
  now: number,
  sameKey?: readonly OutboxEntry[],
): Promise<OutboxEntry> {
  const { db } = account
  const place = { lane: operation.lane, seq: Number.POSITIVE_INFINITY, dependsOn: limited(dependsOn) }
  const [[contact, epoch, lastDeviceSeq = 0], state] = await Promise.all([
    findMetas(db, ['contact', 'epoch', 'deviceSeq']),
    initialState(db, place, sameKey),
  ])
  const deviceSeq = lastDeviceSeq + 1
  const created = {
    ...newEntry(account, operation, dependsOn, now, { contact, epoch }),
    deviceSeq,
    state,
  }
  const [seq] = await Promise.all([
    insertEntry(db, created),
    upsertMeta(db, 'deviceSeq', deviceSeq),
    insertAudit(db, queuedAudit(operation, toInstant(now))),
  ])
  return { ...created, seq }
}

/**
 * Adds operations about records that this phone did not have, each the first of its ordering key, in a few bulk
 * writes. Returns their entries in order. Call it inside the work transaction that writes the records.
 */
export async function enqueueFirst(
  account: Pick<Account, 'companyId' | 'userId' | 'db'>,
  operations: readonly SerializedOperation[],
  now: number,
): Promise<OutboxEntry[]> {
  const { db } = account
  const [contact, epoch, deviceSeq = 0, pending = 0] = await findMetas(db, [
    'contact',
    'epoch',
    'deviceSeq',
    'pending',
  ])
  const created = operations.map((operation, index) => ({
    ...newEntry(account, operation, [], now, { contact, epoch }),
    deviceSeq: deviceSeq + index + 1,
  }))
  const [seqs] = await Promise.all([
    db.outbox.bulkAdd(created, { allKeys: true }),
    insertAudits(
      db,
      operations.map((operation) => queuedAudit(operation, toInstant(now))),
    ),
    upsertMetas(db, { deviceSeq: deviceSeq + created.length, pending: pending + created.length }),
  ])
  return created.map((entry, index) => ({ ...entry, seq: seqs[index] ?? 0 }))
}

/** Replaces an entry of the outbox by another operation, which also takes over its dependents. */
async function replaceAt(
  db: AccountDatabase,
  replaced: OutboxEntry,
  created: Omit<OutboxEntry, 'seq'>,
  audit: AuditRow,
): Promise<OutboxEntry> {
  const placed = { ...created, seq: replaced.seq }
  const entry = { ...placed, state: await initialState(db, placed) }
  await Promise.all([
    updateEntries(db, [entry], [replaced]),
    repointDependents(db, replaced.opId, created.opId),
    db.overlays.delete(replaced.opId),
    insertAudit(db, audit),
  ])
  return entry
}

/**
 * Replaces an operation that was never sent by another one: same position, same device number, so that the server
 * sees no gap. Its dependents wait for the new one. Returns the new entry.
 */
export async function replacePending(
  account: Account,
  replaced: OutboxEntry,
  operation: SerializedOperation,
  dependsOn: readonly string[],
  now: number,
): Promise<OutboxEntry> {
  const created = {
    ...(await readNewEntry(account, operation, dependsOn, now)),
    deviceSeq: replaced.deviceSeq,
  }
  return replaceAt(account.db, replaced, created, removedAudit(replaced, REPLACED, toInstant(now)))
}

/**
 * Replaces an operation that the server refused by the same one under a new id, in the same position: what was
 * written later about its record stays later. The server may know the old device number, so it gets a new one. It
 * keeps its author, and the mark that another phone has it and may still send it.
 */
export async function replaceRefused(
  account: Account,
  replaced: OutboxEntry,
  operation: SerializedOperation & AttemptNumber,
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
    { ...created, ...carriedOver, ...attemptOf(operation), deviceSeq },
    removedAudit(replaced, RENEWED, at),
  )
  await insertAudit(db, queuedAudit(operation, at))
}

/** Removes entries for good and keeps a copy of each: nothing leaves the outbox without a line in the audit. */
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

/** Makes the dependents of one operation wait for another, or for nothing. */
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
