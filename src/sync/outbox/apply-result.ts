import type { OperationResult } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { applyRecords, isRecordChange } from '#data/apply-record.ts'
import { insertAudits } from '#data/audit.ts'
import { invoiceFromRow } from '#data/invoices.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { listDependents } from '#data/outbox-entries.ts'
import { isImport, pendingOf, RECORD_KINDS, readBody, recordOfOrderingKey } from '#data/outbox-entry.ts'
import { deleteRecord, findRecord, upsertRecord } from '#data/records.ts'
import { cancelOverlay } from '#data/return-overlays.ts'
import type { AuditRow, OutboxEntry } from '#data/rows.ts'
import { sentMovementDetail } from '#data/stock-movements.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { refundDeltas } from '#domain/reports/refund-deltas.ts'
import { stockRefund } from '#domain/stock/stock.ts'
import { blockDependents } from './dependents.ts'
import { finishImport } from './imported-rows.ts'
import { saleOverlay } from './sale-overlay.ts'

type Alias = { readonly from: string; readonly to: string }

/** The server's final result of an operation; the entry has been updated with it. */
export type FinalAnswer = { readonly entry: OutboxEntry; readonly result: OperationResult }
type Done = { readonly entry: OutboxEntry; readonly result: Extract<OperationResult, { state: 'done' }> }

function auditOf({ entry, result }: FinalAnswer, at: Instant): AuditRow {
  return {
    at,
    action: `${entry.type} ${result.state}`,
    subject: entry.lane,
    opId: entry.opId,
    ...detailOf({ entry, result }),
  }
}

/** Why it was refused; of stock that was entered all, because a restored server may have to get it again. */
function detailOf({ entry, result }: FinalAnswer): Pick<AuditRow, 'detail'> {
  if (result.state === 'refused') return { detail: { code: result.code } }
  const movement = entry.type === 'stock.add' ? readBody('stock.add', entry) : undefined
  return movement ? { detail: sentMovementDetail(movement) } : {}
}

/**
 * Records and totals after operations that were executed, in bulk: a drain brings fifty at once. Returns the ordering
 * keys whose records show what the outbox holds about them.
 */
async function applyDone(db: AccountDatabase, done: readonly Done[]): Promise<ReadonlySet<string>> {
  const records = done.flatMap(({ result: { change } }) => (change && isRecordChange(change) ? [change] : []))
  const shown = records.length > 0 ? await applyRecords(db, records, { answersOwn: true }) : new Set<string>()
  const counted = await findCountedReturns(db, done)
  const overlays = done.flatMap(({ entry, result: { change } }) => {
    if (change?.t !== 'invoice' || !change.row) return []
    if (entry.type === 'invoice.submit') return [saleOverlay(entry.opId, change.row)]
    if (!counted.has(entry.opId)) return []
    return entry.type === 'invoice.credit'
      ? refundOverlay(entry, change.row)
      : [cancelOverlay(entry.opId, change.row)]
  })
  if (overlays.length > 0) await db.overlays.bulkPut(overlays)
  return shown
}

/** Refunds and cancellations that the totals here need: a draft adds nothing, and the feed may have brought others. */
async function findCountedReturns(db: AccountDatabase, done: readonly Done[]): Promise<ReadonlySet<string>> {
  const opIds = done.flatMap(({ entry: { type, opId } }) =>
    type === 'invoice.cancel' || type === 'invoice.credit' ? opId : [],
  )
  if (opIds.length === 0) return new Set()
  return new Set(await db.overlays.where('opId').anyOf(opIds).primaryKeys())
}

/**
 * Stores the server's final results, in their order, in the transaction that changed their entries. Returns the
 * ordering keys whose records do not show the result yet; most answers contain the record itself.
 */
export async function applyResults(
  db: AccountDatabase,
  finalAnswers: readonly FinalAnswer[],
  at: Instant,
): Promise<string[]> {
  if (finalAnswers.length === 0) return []
  await insertAudits(
    db,
    finalAnswers.map((finalAnswer) => auditOf(finalAnswer, at)),
  )
  const shown = new Set<string>()
  const touched: string[] = []
  let done: Done[] = []
  const apply = async () => {
    for (const orderingKey of await applyDone(db, done)) shown.add(orderingKey)
    done = []
  }
  for (const { entry, result } of finalAnswers) {
    if (result.state === 'done') {
      if (result.alias) {
        // Its record moves, and others with it: earlier results must have been written before.
        await apply()
        touched.push(...(await moveAlias(db, entry, result.alias)))
      }
      for (const alias of result.aliases ?? []) {
        await apply()
        touched.push(...(await moveAlias(db, entry, alias)))
      }
      if (isImport(entry)) await finishImport(db, entry, result, at)
      done.push({ entry, result })
    } else {
      await apply()
      await db.overlays.delete(entry.opId)
      touched.push(...(await blockDependents(db, entry)))
    }
  }
  await apply()
  return [...finalAnswers.flatMap(({ entry }) => (shown.has(entry.lane) ? [] : entry.lane)), ...touched]
}

/** The refund as the server counted it: on its own day. */
function refundOverlay(entry: OutboxEntry, invoice: Invoice) {
  const id = readBody('invoice.credit', entry)?.creditNoteId
  const note = invoice.creditNotes?.find((one) => one.id === id)
  return note
    ? [{ opId: entry.opId, rows: [...refundDeltas(invoice, note), ...stockRefund(invoice, note)] }]
    : []
}

/**
 * The server stores a record under another id than this phone gave it. Moves the record and updates the invoices that
 * waited for it; queued operations stay as they are, because the server knows the alias.
 */
async function moveAlias(db: AccountDatabase, entry: OutboxEntry, { from, to }: Alias): Promise<string[]> {
  // By its type: a record returned to a restored server has an ordering key of its own.
  const kind = isImport(entry) ? 'customer' : RECORD_KINDS.find((one) => entry.type.startsWith(`${one}.`))
  if (!kind || from === to) return []
  await upsertMeta(db, 'aliases', { ...(await findMeta(db, 'aliases')), [from]: to })
  const old = await findRecord(db, kind, from)
  if (old && !(await findRecord(db, kind, to))) {
    const moved = { ...old.record, id: to }
    // The same kind and record under another id.
    await upsertRecord(db, { kind: old.kind, record: moved } as typeof old, pendingOf([]))
  }
  if (old) await deleteRecord(db, kind, from)
  const dependents = await listDependents(db, entry.opId)
  for (const dependent of dependents) {
    const target = recordOfOrderingKey(dependent.lane)
    const row = target?.kind === 'invoice' ? await db.invoices.get(target.id) : undefined
    if (row?.status !== 'draft') continue
    const invoice = invoiceFromRow(row)
    const renamed: Invoice = {
      ...invoice,
      customer: {
        ...invoice.customer,
        customerId: invoice.customer.customerId === from ? to : invoice.customer.customerId,
      },
      lines: invoice.lines.map((line) => (line.productId === from ? { ...line, productId: to } : line)),
    }
    await upsertRecord(db, { kind: 'invoice', record: renamed }, row.pending)
  }
  return dependents.map((dependent) => dependent.lane)
}
