import type { OperationResult } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { addAudits } from '#data/audit.ts'
import { plainInvoice } from '#data/invoices.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import { listDependants } from '#data/outbox-entries.ts'
import type { AuditRow, OutboxEntry, OverlayRow } from '#data/rows.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { dayDelta, monthDelta } from '#domain/reports/invoice-deltas.ts'
import { refundDeltas } from '#domain/reports/refund-deltas.ts'
import { applyRecords, isRecordChange } from '../inbox/apply-record.ts'
import { readRecord, removeRecord, writeRecord } from '../records.ts'
import { blockBehind } from './dependants.ts'
import { pendingOf, readBody, recordOfLane } from './entry.ts'

type Alias = { readonly from: string; readonly to: string }

/** The server's final word about an operation, whose entry carries it already. */
export type Final = { readonly entry: OutboxEntry; readonly result: OperationResult }
type Done = { readonly entry: OutboxEntry; readonly result: Extract<OperationResult, { state: 'done' }> }

function auditOf({ entry, result }: Final, at: Instant): AuditRow {
  return {
    at,
    action: `${entry.type} ${result.state}`,
    subject: entry.lane,
    opId: entry.opId,
    ...(result.state === 'refused' ? { detail: { code: result.code } } : {}),
  }
}

/**
 * Records and totals after operations that were done, in bulk: a drain brings fifty at once. Gives the lanes whose
 * records show what the outbox holds about them.
 */
async function applyDone(db: AccountDatabase, done: readonly Done[]): Promise<ReadonlySet<string>> {
  const records = done.flatMap(({ result: { change } }) => (change && isRecordChange(change) ? [change] : []))
  const shown = records.length > 0 ? await applyRecords(db, records, { answersOwn: true }) : new Set<string>()
  const overlays = done.flatMap(({ entry, result: { change } }) => {
    if (change?.t !== 'invoice' || !change.row) return []
    if (entry.type === 'invoice.submit') return [saleOverlay(entry.opId, change.row)]
    return entry.type === 'invoice.credit' ? refundOverlay(entry, change.row) : []
  })
  if (overlays.length > 0) await db.overlays.bulkPut(overlays)
  return shown
}

/**
 * Stores the server's final words, in their order, in the transaction that changed their entries. Gives the lanes
 * whose records do not show that yet; of most the answer brought the record itself.
 */
export async function applyResults(
  db: AccountDatabase,
  finals: readonly Final[],
  at: Instant,
): Promise<string[]> {
  if (finals.length === 0) return []
  await addAudits(
    db,
    finals.map((final) => auditOf(final, at)),
  )
  const shown = new Set<string>()
  const touched: string[] = []
  let done: Done[] = []
  const apply = async () => {
    for (const lane of await applyDone(db, done)) shown.add(lane)
    done = []
  }
  for (const { entry, result } of finals) {
    if (result.state === 'done') {
      if (result.alias) {
        // Its record moves, and others with it: what came before must have been written.
        await apply()
        touched.push(...(await repoint(db, entry, result.alias)))
      }
      done.push({ entry, result })
    } else {
      await apply()
      await db.overlays.delete(entry.opId)
      touched.push(...(await blockBehind(db, entry)))
    }
  }
  await apply()
  return [...finals.flatMap(({ entry }) => (shown.has(entry.lane) ? [] : entry.lane)), ...touched]
}

/** What a sale adds to the totals of its day and month. */
export function saleOverlay(opId: string, invoice: Invoice): OverlayRow {
  return { opId, rows: [dayDelta(invoice, 'sold'), ...monthDelta(invoice, 'sold')] }
}

/** What a submission adds to the totals until the server's totals contain it. */
export async function overlaySale(db: AccountDatabase, opId: string, invoice: Invoice): Promise<void> {
  await db.overlays.put(saleOverlay(opId, invoice))
}

/** The refund as the server counted it: on its own day. */
function refundOverlay(entry: OutboxEntry, invoice: Invoice) {
  const id = readBody('invoice.credit', entry)?.creditNoteId
  const note = invoice.creditNotes?.find((one) => one.id === id)
  return note ? [{ opId: entry.opId, rows: refundDeltas(invoice, note) }] : []
}

/**
 * The server keeps a record under another id than this phone gave it. The record moves, and so do the invoices that
 * waited for it; queued texts stay as they are, the server knows the alias.
 */
async function repoint(db: AccountDatabase, entry: OutboxEntry, { from, to }: Alias): Promise<string[]> {
  const named = recordOfLane(entry.lane)
  if (!named || from === to) return []
  await writeMeta(db, 'aliases', { ...(await readMeta(db, 'aliases')), [from]: to })
  const old = await readRecord(db, named.kind, from)
  if (old && !(await readRecord(db, named.kind, to))) {
    const moved = { ...old.record, id: to }
    // Same kind, same record, another name.
    await writeRecord(db, { kind: old.kind, record: moved } as typeof old, pendingOf([]))
  }
  if (old) await removeRecord(db, named.kind, from)
  const dependants = await listDependants(db, entry.opId)
  for (const dependant of dependants) {
    const target = recordOfLane(dependant.lane)
    const row = target?.kind === 'invoice' ? await db.invoices.get(target.id) : undefined
    if (row?.status !== 'draft') continue
    const invoice = plainInvoice(row)
    const renamed: Invoice = {
      ...invoice,
      customer: {
        ...invoice.customer,
        customerId: invoice.customer.customerId === from ? to : invoice.customer.customerId,
      },
      lines: invoice.lines.map((line) => (line.productId === from ? { ...line, productId: to } : line)),
    }
    await writeRecord(db, { kind: 'invoice', record: renamed }, row.pending)
  }
  return dependants.map((dependant) => dependant.lane)
}
