import type { OperationResult } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { addAudit } from '#data/audit.ts'
import { plainInvoice } from '#data/invoices.ts'
import { readMeta, writeMeta } from '#data/meta.ts'
import { listDependants } from '#data/outbox-entries.ts'
import type { OutboxEntry } from '#data/rows.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { dayDelta, monthDelta } from '#domain/reports/invoice-deltas.ts'
import { refundDeltas } from '#domain/reports/refund-deltas.ts'
import { applyRecords } from '../inbox/apply-record.ts'
import { readRecord, removeRecord, writeRecord } from '../records.ts'
import { blockBehind } from './dependants.ts'
import { pendingOf, readBody, recordOfLane } from './entry.ts'

type Alias = { readonly from: string; readonly to: string }

/**
 * Stores the server's final word about one operation, in the transaction that changed its entry. Gives the lanes
 * whose records show something else now.
 */
export async function applyResult(
  db: AccountDatabase,
  entry: OutboxEntry,
  result: OperationResult,
  at: Instant,
): Promise<string[]> {
  await addAudit(db, {
    at,
    action: `${entry.type} ${result.state}`,
    subject: entry.lane,
    opId: entry.opId,
    ...(result.state === 'refused' ? { detail: { code: result.code } } : {}),
  })
  if (result.state !== 'done') {
    await db.overlays.delete(entry.opId)
    return [entry.lane, ...(await blockBehind(db, entry))]
  }
  const lanes = [entry.lane]
  if (result.alias) lanes.push(...(await repoint(db, entry, result.alias)))
  const { change } = result
  if (change && (change.t === 'invoice' || change.t === 'customer' || change.t === 'product')) {
    await applyRecords(db, [change], { answersOwn: true })
    if (change.t === 'invoice' && change.row && entry.type === 'invoice.submit') {
      await overlaySale(db, entry.opId, change.row)
    }
    if (change.t === 'invoice' && change.row && entry.type === 'invoice.credit') {
      await overlayRefund(db, entry, change.row)
    }
  }
  return lanes
}

/** What a submission adds to the totals until the server's totals contain it. */
export async function overlaySale(db: AccountDatabase, opId: string, invoice: Invoice): Promise<void> {
  await db.overlays.put({ opId, rows: [dayDelta(invoice, 'sold'), ...monthDelta(invoice, 'sold')] })
}

/** The refund as the server counted it: on its own day. */
async function overlayRefund(db: AccountDatabase, entry: OutboxEntry, invoice: Invoice): Promise<void> {
  const id = readBody('invoice.credit', entry)?.creditNoteId
  const note = invoice.creditNotes?.find((one) => one.id === id)
  if (note) await db.overlays.put({ opId: entry.opId, rows: refundDeltas(invoice, note) })
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
