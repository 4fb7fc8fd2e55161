import type { Change } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { listLane } from '#data/outbox-entries.ts'
import { dropShadow, findShadow, holdShadow } from '#data/shadows.ts'
import { mayFollow } from '#domain/invoices/transition.ts'
import { isUnsent, laneOf, pendingOf, writesContent } from '../outbox/entry.ts'
import { type AnyRecord, readRecord, removeRecord, writeRecord } from '../records.ts'

/** Changes of records that a phone can also write. */
export type RecordChange = Extract<Change, { t: 'invoice' | 'customer' | 'product' }>

function recordOf(change: RecordChange): AnyRecord | undefined {
  if (change.row === null) return undefined
  switch (change.t) {
    case 'invoice':
      return { kind: 'invoice', record: change.row }
    case 'customer':
      return { kind: 'customer', record: change.row }
    case 'product':
      return { kind: 'product', record: change.row }
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

/**
 * Lays a record of the server over this phone's. Call inside a work transaction. While unsent work on the same
 * record covers it, it is held back, and only its revision is noted when it answers our own operation
 * (`answersOwn`): the person goes on seeing what they wrote.
 */
export async function applyRecord(
  db: AccountDatabase,
  change: RecordChange,
  { answersOwn }: { readonly answersOwn: boolean },
): Promise<void> {
  const kept = await readRecord(db, change.t, change.id)
  const lane = await listLane(db, laneOf(change.t, change.id))
  const covered = lane.some((entry) => isUnsent(entry) && writesContent(entry))
  if (change.op === 'delete') {
    if (kept && kept.record.rev > change.rev) return
    if (covered)
      await holdShadow(db, { t: change.t, id: change.id, rev: change.rev, op: 'delete', row: null })
    else await removeRecord(db, change.t, change.id)
    return
  }
  const incoming = recordOf(change)
  if (!incoming) return
  if (isOldNews(incoming, kept)) return
  if (!covered || isServersOwn(incoming)) {
    const shadow = await findShadow(db, change.t, change.id)
    if (shadow && shadow.rev <= change.rev) await dropShadow(db, change.t, change.id)
    await writeRecord(db, incoming, pendingOf(lane))
    return
  }
  await holdShadow(db, { t: change.t, id: change.id, rev: change.rev, op: 'put', row: incoming.record })
  if (answersOwn && kept) await writeRecord(db, withRevision(kept, change.rev), pendingOf(lane))
}

function withRevision(found: AnyRecord, rev: number): AnyRecord {
  switch (found.kind) {
    case 'invoice':
      return { kind: 'invoice', record: { ...found.record, rev } }
    case 'customer':
      return { kind: 'customer', record: { ...found.record, rev } }
    case 'product':
      return { kind: 'product', record: { ...found.record, rev } }
  }
}
