import type { Change } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { listLanes } from '#data/outbox-entries.ts'
import type { OutboxEntry, ShadowRow } from '#data/rows.ts'
import { dropShadows, findShadows, holdShadow } from '#data/shadows.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import { mayFollow } from '#domain/invoices/transition.ts'
import { isUnsent, laneOf, pendingOf, RECORD_KINDS, type RecordKind, writesContent } from '../outbox/entry.ts'
import { type AnyRecord, readRecords, recordOfShadow, removeRecord, writeRecords } from '../records.ts'

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
    case 'expense':
      return { kind: 'expense', record: change.row }
  }
}

/** A numbered or canceled invoice is the server's alone: no work of a phone covers it. */
function isServersOwn(incoming: AnyRecord): boolean {
  return incoming.kind === 'invoice' && incoming.record.status !== 'draft'
}

/** Whether an incoming record tells nothing new: a revision known already, or a status that moved back. */
function isOldNews(incoming: AnyRecord, kept: AnyRecord | undefined): boolean {
  if (!kept) return false
  if (incoming.record.rev <= kept.record.rev) return true
  if (incoming.kind !== 'invoice' || kept.kind !== 'invoice') return false
  return !mayFollow(incoming.record.status, kept.record.status)
}

/** What stands on this phone about one record. */
type Standing = {
  readonly kept: AnyRecord | undefined
  readonly lane: readonly OutboxEntry[]
  readonly shadow: ShadowRow | undefined
}

type Verdict =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'uncover'; readonly shadow: ShadowRow }
  | { readonly kind: 'hold'; readonly shadow: Omit<ShadowRow, 'key'>; readonly noted: AnyRecord | undefined }
  | { readonly kind: 'write'; readonly record: AnyRecord; readonly dropsShadow: boolean }

function judge(change: RecordChange, { kept, lane, shadow }: Standing, answersOwn: boolean): Verdict {
  const covered = lane.some((entry) => isUnsent(entry) && writesContent(entry))
  const { t, id, rev } = change
  // What was held back meanwhile is what stands: others wrote since, or the work taken over here had been done before.
  if (!covered && shadow && shadow.rev >= rev) return { kind: 'uncover', shadow }
  if (change.op === 'delete') {
    if (kept && kept.record.rev > rev) return { kind: 'nothing' }
    return covered
      ? { kind: 'hold', shadow: { t, id, rev, op: 'delete', row: null }, noted: undefined }
      : { kind: 'remove' }
  }
  const incoming = recordOf(change)
  if (!incoming || isOldNews(incoming, kept)) return { kind: 'nothing' }
  if (!covered || isServersOwn(incoming)) {
    return { kind: 'write', record: incoming, dropsShadow: shadow !== undefined && shadow.rev <= rev }
  }
  return {
    kind: 'hold',
    shadow: { t, id, rev, op: 'put', row: incoming.record },
    noted: answersOwn && kept ? withRevision(kept, rev) : undefined,
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
    case 'expense':
      return { kind: 'expense', record: { ...found.record, rev } }
  }
}

/** One change of each record, the newest: a page may name a record that moved on meanwhile twice. */
function newest(changes: readonly RecordChange[]): RecordChange[] {
  const found = new Map<string, RecordChange>()
  for (const change of changes) {
    const key = `${change.t}:${change.id}`
    const known = found.get(key)
    if (!known || change.rev >= known.rev) found.set(key, change)
  }
  return [...found.values()]
}

/**
 * Lays records of the server over this phone's. Call inside a work transaction. While unsent work on the same record
 * covers it, it is held back, and only its revision is noted when it answers our own operation (`answersOwn`): the
 * person goes on seeing what they wrote. Everything is read and written in bulk: a first sync has thousands. Gives the
 * lanes whose records were written, so that they show what the outbox holds about them.
 */
export async function applyRecords(
  db: AccountDatabase,
  given: readonly RecordChange[],
  { answersOwn }: { readonly answersOwn: boolean },
): Promise<ReadonlySet<string>> {
  const changes = newest(given)
  const kept = await readRecords(
    db,
    changes.map(({ t, id }) => ({ kind: t, id })),
  )
  const lanes = await listLanes(
    db,
    changes.map(({ t, id }) => laneOf(t, id)),
  )
  const shadows = await findShadows(db, changes)
  const writes: { record: AnyRecord; pending: PendingWork }[] = []
  const shown = new Set<string>()
  const write = (record: AnyRecord, lane: readonly OutboxEntry[]) => {
    writes.push({ record, pending: pendingOf(lane) })
    shown.add(laneOf(record.kind, record.record.id))
  }
  const dropped: RecordChange[] = []
  for (const [index, change] of changes.entries()) {
    const lane = lanes.get(laneOf(change.t, change.id)) ?? []
    const verdict = judge(change, { kept: kept[index], lane, shadow: shadows[index] }, answersOwn)
    switch (verdict.kind) {
      case 'nothing':
        break
      case 'remove':
        await removeRecord(db, change.t, change.id)
        dropped.push(change)
        break
      case 'uncover': {
        const record = recordOfShadow(verdict.shadow)
        if (record) write(record, lane)
        else await removeRecord(db, change.t, change.id)
        dropped.push(change)
        break
      }
      case 'hold':
        await holdShadow(db, verdict.shadow)
        if (verdict.noted) write(verdict.noted, lane)
        break
      case 'write':
        write(verdict.record, lane)
        if (verdict.dropsShadow) dropped.push(change)
    }
  }
  await dropShadows(db, dropped)
  await writeRecords(db, writes)
  return shown
}
