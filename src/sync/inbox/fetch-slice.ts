import * as v from 'valibot'
import { changeSchema } from '#contract/sync.ts'
import { applyRecords, isRecordChange, type RecordChange } from '#data/apply-record.ts'
import { deleteInvoices, invoiceFromRow } from '#data/invoices.ts'
import type { RecordKind } from '#data/outbox-entry.ts'
import { recordTable } from '#data/records.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { fiscalDayOf } from '#domain/calendar/east-africa.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from '../connection/sync-deps.ts'
import { findPageSize, halvePageSize, PAGE_LIMITS } from './page-size.ts'

/** A part of the replica: a table, or the invoices of one month of sale. */
export type Slice = { readonly t: RecordKind; readonly month: string | null }

/** Rows applied at a time: more would block a cheap phone's screen for too long. */
const CHUNK = 50

function monthOf(change: RecordChange): string | null {
  return change.t === 'invoice' && change.row ? fiscalDayOf(change.row.saleAt).slice(0, 7) : null
}

type StoredRow = { readonly id: string; readonly rev: number; readonly pending: PendingWork }

/**
 * The stored records of a slice with their revisions. Unsent work and drafts that the server never had are left out.
 */
async function listRevisions({ db }: Account, { t, month }: Slice): Promise<Map<string, number>> {
  const revisions = new Map<string, number>()
  const add = ({ id, rev, pending }: StoredRow) => {
    if (pending.kind === 'none' && rev > 0) revisions.set(id, rev)
  }
  await db.run(() =>
    t === 'invoice'
      ? db.invoices.filter((row) => fiscalDayOf(row.saleAt).startsWith(month ?? '')).each(add)
      : recordTable(db, t).each(add),
  )
  return revisions
}

/**
 * Deletes records that the server does not have, unless they changed meanwhile. A numbered invoice stays: this phone may
 * be the only one that has it.
 */
async function deleteUnknown(
  { db }: Account,
  { t }: Slice,
  unknown: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = [...unknown.keys()]
  const isUnchanged = ({ id, rev, pending }: StoredRow) => pending.kind === 'none' && rev === unknown.get(id)
  await workTransaction(db, async () => {
    if (t === 'invoice') {
      const rows = (await db.invoices.bulkGet(ids)).flatMap((row) => (row && isUnchanged(row) ? [row] : []))
      const drafts = rows.filter((row) => invoiceFromRow(row).receipt === null)
      await deleteInvoices(
        db,
        drafts.map((row) => row.id),
      )
      return
    }
    const table = recordTable(db, t)
    const rows = await table.bulkGet(ids)
    await table.bulkDelete(rows.flatMap((row) => (row && isUnchanged(row) ? [row.id] : [])))
  })
}

/**
 * Fetches one slice of the replica again, from the beginning of the feed, and overwrites what is stored, which
 * keeps its revisions until then: they are the base of edits. `false` when the connection was lost: the next comparison
 * finds the rest of the difference again.
 */
export async function fetchSlice(account: Account, deps: SyncDeps, slice: Slice): Promise<boolean> {
  // Revisions at the beginning: what this phone or another one changes meanwhile is newer than the pages.
  const unknown = await listRevisions(account, slice)
  const size = await findPageSize(account)
  let cursor: string | undefined
  for (;;) {
    const nonce = deps.ports.newId()
    const input = { nonce, limit: String(size), only: slice.t, ...(cursor === undefined ? {} : { cursor }) }
    const outcome = await deps.call('sync.pull', input, PAGE_LIMITS)
    if (outcome.kind === 'too-slow') await halvePageSize(account, size)
    if (outcome.kind !== 'answered' || outcome.value.nonce !== nonce || outcome.value.reset) return false
    const { changes, next, more } = outcome.value
    const wanted: RecordChange[] = []
    for (const raw of changes) {
      const parsed = v.safeParse(changeSchema, raw)
      if (!parsed.success || !isRecordChange(parsed.output)) continue
      if (slice.month === null || monthOf(parsed.output) === slice.month) wanted.push(parsed.output)
    }
    for (let start = 0; start < wanted.length; start += CHUNK) {
      const chunk = wanted.slice(start, start + CHUNK)
      const rules = { answersOwn: false, replaces: unknown }
      await workTransaction(account.db, () => applyRecords(account.db, chunk, rules))
      for (const change of chunk) unknown.delete(change.id)
    }
    if (!more) break
    cursor = next
  }
  await deleteUnknown(account, slice, unknown)
  return true
}
