import type { OperationBody } from '#contract/operations.ts'
import type { OperationResult } from '#contract/sync.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { listByOrderingKeys } from '#data/outbox-entries.ts'
import { importKeyOf, orderingKeyOf, pendingOf, readBody } from '#data/outbox-entry.ts'
import { type AnyRecord, deleteRecord, findRecords, upsertRecords } from '#data/records.ts'
import type { OutboxEntry } from '#data/rows.ts'
import { type Instant, instantMs } from '#domain/calendar/east-africa.ts'
import { mergedIdsOf } from '#domain/customers/merge-customers.ts'
import { enqueueFirst } from './enqueue.ts'
import { type SerializedOperation, serializeOperation } from './serialize-operation.ts'

type CustomerWrite = OperationBody<'customer.save'>
type ProductWrite = OperationBody<'product.save'>

/** A row of an imported file as its operation has it, with the id of its record. */
export type ImportedRow =
  | { readonly kind: 'customer'; readonly id: string; readonly write: CustomerWrite }
  | { readonly kind: 'product'; readonly id: string; readonly write: ProductWrite }

/** The rows of a chunk of a file; none for another operation. */
export function rowsOfImport(entry: Pick<OutboxEntry, 'type' | 'body'>): ImportedRow[] {
  if (entry.type === 'customer.import') {
    const { rows = [] } = readBody('customer.import', entry) ?? {}
    return rows.map((write) => ({ kind: 'customer', id: write.customerId, write }))
  }
  if (entry.type !== 'product.import') return []
  const { rows = [] } = readBody('product.import', entry) ?? {}
  return rows.map((write) => ({ kind: 'product', id: write.productId, write }))
}

function recordOf(row: ImportedRow, companyId: string, known: AnyRecord | undefined): AnyRecord {
  const named = { id: row.id, companyId, rev: known?.record.rev ?? 0 }
  const merged = known?.kind === 'customer' ? mergedIdsOf(known.record) : {}
  return row.kind === 'customer'
    ? { kind: 'customer', record: { ...row.write.fields, ...named, ...merged } }
    : { kind: 'product', record: { ...row.write.fields, ...named } }
}

/**
 * Rows written at once: more of them in one task block a slow phone. With fewer than 50 the database would note every key
 * for live queries, which takes longer than writing the rows.
 */
const WRITTEN_AT_ONCE = 50

/** Shows rows of a file on this phone as waiting with their chunk. Call inside the transaction that queues it. */
export async function showImported(
  db: AccountDatabase,
  companyId: string,
  importKey: string,
  rows: readonly ImportedRow[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += WRITTEN_AT_ONCE) {
    const part = rows.slice(from, from + WRITTEN_AT_ONCE)
    const known = await findRecords(db, part)
    await upsertRecords(
      db,
      part.map((row, at) => ({
        record: recordOf(row, companyId, known[at]),
        pending: { kind: 'waiting', submits: false, importKey },
      })),
    )
  }
}

/** Those of the rows whose record still waits with this chunk: not written again, and not replaced by the server's. */
async function listWaiting(
  db: AccountDatabase,
  importKey: string,
  rows: readonly ImportedRow[],
): Promise<ImportedRow[]> {
  const customers = await db.customers.bulkGet(rows.map(({ id }) => id))
  const products = await db.products.bulkGet(rows.map(({ id }) => id))
  return rows.filter((_, at) => {
    const stored = customers[at] ?? products[at]
    return stored !== undefined && importKeyOf(stored) === importKey
  })
}

function serializeSave(newId: () => string, row: ImportedRow): SerializedOperation[] {
  const lane = orderingKeyOf(row.kind, row.id)
  const serialized =
    row.kind === 'customer'
      ? serializeOperation(newId, 'customer.save', lane, row.write)
      : serializeOperation(newId, 'product.save', lane, row.write)
  return serialized.kind === 'frozen' ? [serialized.operation] : []
}

/**
 * Ends a chunk that the server has executed. Each row that it refused becomes a save of its own, so that its reason
 * shows and a person can correct or discard it. Call inside the transaction that applies the result.
 */
export async function finishImport(
  db: AccountDatabase,
  entry: OutboxEntry,
  { refusedRows = [] }: Extract<OperationResult, { state: 'done' }>,
  at: Instant,
): Promise<void> {
  const waiting = await listWaiting(db, entry.lane, rowsOfImport(entry))
  if (waiting.length === 0) return
  const refused = new Set(refusedRows.map(({ id }) => id))
  const saves = waiting
    .filter(({ id }) => refused.has(id))
    .flatMap((row) => serializeSave(db.ports.newId, row))
  if (saves.length > 0) await enqueueFirst({ ...entry, db }, saves, instantMs(at))
  const keys = waiting.map(({ kind, id }) => orderingKeyOf(kind, id))
  const [entries, records] = [await listByOrderingKeys(db, keys), await findRecords(db, waiting)]
  await upsertRecords(
    db,
    records.flatMap((record, index) => {
      const pending = pendingOf(entries.get(keys[index] ?? '') ?? [])
      return record ? [{ record, pending }] : []
    }),
  )
}

/** Takes back what a discarded chunk wrote: new records go, changed ones are as the server has them. */
export async function revertImport(db: AccountDatabase, entry: OutboxEntry): Promise<void> {
  const waiting = await listWaiting(db, entry.lane, rowsOfImport(entry))
  const records = await findRecords(db, waiting)
  for (const [at, row] of waiting.entries()) {
    const record = records[at]
    if (row.write.base === null) await deleteRecord(db, row.kind, row.id)
    else if (record) {
      const { id, companyId, rev } = record.record
      // A field that the server does not have must go, too: nothing of the row stays but what no file has.
      const kept = 'mergedIds' in record.record ? { mergedIds: record.record.mergedIds } : {}
      const reverted = { ...record, record: { id, companyId, rev, ...kept, ...row.write.base } }
      // The fields are those of the same kind of record.
      await upsertRecords(db, [{ record: reverted as AnyRecord, pending: { kind: 'none' } }])
    }
  }
}
