import * as v from 'valibot'
import { changeSchema } from '#contract/sync.ts'
import { applyRecords, isRecordChange, type RecordChange } from '#data/apply-record.ts'
import { deleteInvoices, invoiceFromRow, upsertInvoices } from '#data/invoices.ts'
import type { RecordKind } from '#data/outbox-entry.ts'
import { recordTable } from '#data/records.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { fiscalDayOf } from '#domain/calendar/east-africa.ts'
import type { Account } from '#session/account.ts'
import type { SyncDeps } from '../connection/sync-deps.ts'

/** A part of the replica: a table, or the invoices of one month of sale. */
export type Slice = { readonly t: RecordKind; readonly month: string | null }

const PAGE_SIZE = '500'
/** Rows applied at a time: more would block a cheap phone's screen for too long. */
const CHUNK = 50

function monthOf(change: RecordChange): string | null {
  return change.t === 'invoice' && change.row ? fiscalDayOf(change.row.saleAt).slice(0, 7) : null
}

/**
 * Marks the stored records of a slice as older than anything the server says, so that its copy is applied again.
 * Returns their ids. Unsent work and drafts that the server never had are left out.
 */
async function markAsOld(account: Account, { t, month }: Slice): Promise<Set<string>> {
  const { db } = account
  return workTransaction(db, async () => {
    const marked = new Set<string>()
    if (t === 'invoice') {
      const rows = await db.invoices
        .filter(
          (row) =>
            row.pending.kind === 'none' && row.rev > 0 && fiscalDayOf(row.saleAt).startsWith(month ?? ''),
        )
        .toArray()
      await upsertInvoices(
        db,
        rows.map((row) => ({ ...row, rev: 0 })),
      )
      for (const row of rows) marked.add(row.id)
      return marked
    }
    await recordTable(db, t)
      .filter((row) => row.pending.kind === 'none' && row.rev > 0)
      .modify((row) => {
        marked.add(row.id)
        Object.assign(row, { rev: 0 })
      })
    return marked
  })
}

/**
 * Deletes records that the server does not have. A numbered invoice stays: this phone may be the only one that has
 * it.
 */
async function deleteUnknown(account: Account, { t }: Slice, ids: ReadonlySet<string>): Promise<void> {
  const { db } = account
  await workTransaction(db, async () => {
    if (t === 'invoice') {
      const rows = (await db.invoices.bulkGet([...ids])).flatMap((row) =>
        row?.rev === 0 && row.pending.kind === 'none' ? [row] : [],
      )
      const drafts = rows.filter((row) => invoiceFromRow(row).receipt === null)
      await deleteInvoices(
        db,
        drafts.map((row) => row.id),
      )
      return
    }
    const table = recordTable(db, t)
    const rows = await table.bulkGet([...ids])
    await table.bulkDelete(
      rows.flatMap((row) => (row?.rev === 0 && row.pending.kind === 'none' ? [row.id] : [])),
    )
  })
}

/**
 * Fetches one slice of the replica again, from the beginning of the feed, and overwrites what is stored. `false` when
 * the connection was lost: the stored data is then complete as before, and the next comparison finds the difference
 * again.
 */
export async function fetchSlice(account: Account, deps: SyncDeps, slice: Slice): Promise<boolean> {
  const unknown = await markAsOld(account, slice)
  let cursor: string | undefined
  for (;;) {
    const nonce = deps.ports.newId()
    const input = { nonce, limit: PAGE_SIZE, only: slice.t, ...(cursor === undefined ? {} : { cursor }) }
    const outcome = await deps.call('sync.pull', input)
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
      await workTransaction(account.db, () => applyRecords(account.db, chunk, { answersOwn: false }))
      for (const change of chunk) unknown.delete(change.id)
    }
    if (!more) break
    cursor = next
  }
  await deleteUnknown(account, slice, unknown)
  return true
}
