import type { Change } from '#contract/sync.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import { canFollow } from '#domain/invoices/transition.ts'
import type { AccountDatabase } from './account-database.ts'
import { findMeta, upsertMeta } from './meta.ts'
import { listByOrderingKeys } from './outbox-entries.ts'
import {
  isContentWrite,
  isUnsent,
  orderingKeyOf,
  pendingOf,
  RECORD_KINDS,
  type RecordKind,
} from './outbox-entry.ts'
import { type AnyRecord, deleteRecord, findRecords, recordOfServerCopy, upsertRecords } from './records.ts'
import type { OutboxEntry, ServerCopyRow } from './rows.ts'
import { deleteServerCopies, findServerCopies, upsertServerCopy } from './server-copies.ts'

/** Changes of records that a phone can also write. */
export type RecordChange = Extract<Change, { t: RecordKind }>

export function isRecordChange(change: Change): change is RecordChange {
  return RECORD_KINDS.some((kind) => kind === change.t)
}

function recordOf(change: RecordChange): AnyRecord | undefined {
  if (change.row === null) return undefined
  switch (change.t) {
    case 'invoice':
      return { kind: 'invoice', record: change.row }
    case 'customer':
      return { kind: 'customer', record: change.row }
    case 'product':
      return { kind: 'product', record: change.row }
    case 'vendor':
      return { kind: 'vendor', record: change.row }
    case 'category':
      return { kind: 'category', record: change.row }
    case 'expense':
      return { kind: 'expense', record: change.row }
    case 'collection':
      return { kind: 'collection', record: change.row }
  }
}

/** A numbered or canceled invoice is the server's alone: a phone's unsent work does not cover it. */
function isServerOwned(incoming: AnyRecord): boolean {
  return incoming.kind === 'invoice' && incoming.record.status !== 'draft'
}

/** Whether an incoming record brings nothing new: a known revision, or a status that moved back. */
function isStale(incoming: AnyRecord, { local, rev }: LocalState): boolean {
  if (!local) return false
  if (incoming.record.rev <= rev) return true
  if (incoming.kind !== 'invoice' || local.kind !== 'invoice') return false
  return !canFollow(incoming.record.status, local.record.status)
}

/** What this phone stores about one record. */
type LocalState = {
  readonly local: AnyRecord | undefined
  /** Its revision; 0 where the server's record replaces it whatever revision that has. */
  readonly rev: number
  readonly entries: readonly OutboxEntry[]
  readonly serverCopy: ServerCopyRow | undefined
}

type Decision =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'uncover'; readonly serverCopy: ServerCopyRow }
  | {
      readonly kind: 'hold'
      readonly serverCopy: Omit<ServerCopyRow, 'key'>
      readonly rebased: AnyRecord | undefined
    }
  | { readonly kind: 'write'; readonly record: AnyRecord; readonly deletesServerCopy: boolean }

function decide(change: RecordChange, state: LocalState, isOwnAnswer: boolean): Decision {
  const { local, entries, serverCopy } = state
  const covered = entries.some((entry) => isUnsent(entry) && isContentWrite(entry))
  const { t, id, rev } = change
  // The server copy held back meanwhile is the current record: others have changed it, or the work taken over here
  // was already done.
  if (!covered && serverCopy && serverCopy.rev >= rev) return { kind: 'uncover', serverCopy }
  if (change.op === 'delete') {
    if (state.rev > rev) return { kind: 'nothing' }
    return covered
      ? { kind: 'hold', serverCopy: { t, id, rev, op: 'delete', row: null }, rebased: undefined }
      : { kind: 'remove' }
  }
  const incoming = recordOf(change)
  if (!incoming || isStale(incoming, state)) return { kind: 'nothing' }
  if (!covered || isServerOwned(incoming)) {
    return {
      kind: 'write',
      record: incoming,
      deletesServerCopy: serverCopy !== undefined && serverCopy.rev <= rev,
    }
  }
  return {
    kind: 'hold',
    serverCopy: { t, id, rev, op: 'put', row: incoming.record },
    rebased: isOwnAnswer && local ? withRevision(local, rev) : undefined,
  }
}

function withRevision(found: AnyRecord, rev: number): AnyRecord {
  switch (found.kind) {
    case 'invoice':
      return { kind: 'invoice', record: { ...found.record, rev } }
    case 'customer':
      return { kind: 'customer', record: { ...found.record, rev } }
    case 'product':
      return { kind: 'product', record: { ...found.record, rev } }
    case 'vendor':
      return { kind: 'vendor', record: { ...found.record, rev } }
    case 'category':
      return { kind: 'category', record: { ...found.record, rev } }
    case 'expense':
      return { kind: 'expense', record: { ...found.record, rev } }
    case 'collection':
      return { kind: 'collection', record: { ...found.record, rev } }
  }
}

/** What was merged into a customer, here or on another phone, means that customer from now on. */
async function insertMergedAliases(db: AccountDatabase, records: readonly AnyRecord[]): Promise<void> {
  const merged = new Map<string, string>()
  for (const found of records) {
    if (found.kind !== 'customer') continue
    for (const id of found.record.mergedIds ?? []) merged.set(id, found.record.id)
  }
  if (merged.size === 0) return
  await upsertMeta(db, 'aliases', { ...(await findMeta(db, 'aliases')), ...Object.fromEntries(merged) })
}

/** The newest change of each record: a page may contain two of a record that changed meanwhile. */
function newestPerRecord(changes: readonly RecordChange[]): RecordChange[] {
  const found = new Map<string, RecordChange>()
  for (const change of changes) {
    const key = `${change.t}:${change.id}`
    const known = found.get(key)
    if (!known || change.rev >= known.rev) found.set(key, change)
  }
  return [...found.values()]
}

/**
 * Applies records of the server to this phone's. Call inside a work transaction. While unsent work on the same record
 * covers it, the record is held back, and only its revision is stored when it answers our own operation
 * (`answersOwn`): the person continues to see what they wrote. Everything is read and written in bulk: a first sync
 * has thousands. `replaces` are records that may be wrong here, by id with their revision: as long as one still has it,
 * the server's replaces it, also at an equal or lower revision. Returns the ordering keys whose records were written, so
 * that they show what the outbox holds about them.
 */
export async function applyRecords(
  db: AccountDatabase,
  given: readonly RecordChange[],
  {
    answersOwn: isOwnAnswer,
    replaces,
  }: { readonly answersOwn: boolean; readonly replaces?: ReadonlyMap<string, number> },
): Promise<ReadonlySet<string>> {
  const changes = newestPerRecord(given)
  const [local, entriesByKey, serverCopies] = await Promise.all([
    findRecords(
      db,
      changes.map(({ t, id }) => ({ kind: t, id })),
    ),
    listByOrderingKeys(
      db,
      changes.map(({ t, id }) => orderingKeyOf(t, id)),
    ),
    findServerCopies(db, changes),
  ])
  const writes: { record: AnyRecord; pending: PendingWork }[] = []
  const shown = new Set<string>()
  const addWrite = (record: AnyRecord, entries: readonly OutboxEntry[]) => {
    writes.push({ record, pending: pendingOf(entries) })
    shown.add(orderingKeyOf(record.kind, record.record.id))
  }
  const clearedCopies: RecordChange[] = []
  for (const [index, change] of changes.entries()) {
    const entries = entriesByKey.get(orderingKeyOf(change.t, change.id)) ?? []
    const found = local[index]
    const known = found?.record.rev ?? 0
    const rev = replaces?.get(change.id) === known ? 0 : known
    const state = { local: found, rev, entries, serverCopy: serverCopies[index] }
    const decision = decide(change, state, isOwnAnswer)
    switch (decision.kind) {
      case 'nothing':
        break
      case 'remove':
        await deleteRecord(db, change.t, change.id)
        clearedCopies.push(change)
        break
      case 'uncover': {
        const record = recordOfServerCopy(decision.serverCopy)
        if (record) addWrite(record, entries)
        else await deleteRecord(db, change.t, change.id)
        clearedCopies.push(change)
        break
      }
      case 'hold':
        await upsertServerCopy(db, decision.serverCopy)
        if (decision.rebased) addWrite(decision.rebased, entries)
        break
      case 'write':
        addWrite(decision.record, entries)
        if (decision.deletesServerCopy) clearedCopies.push(change)
    }
  }
  await deleteServerCopies(db, clearedCopies)
  await upsertRecords(db, writes)
  await insertMergedAliases(
    db,
    writes.map(({ record }) => record),
  )
  return shown
}
