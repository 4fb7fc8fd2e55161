import type { AccountDatabase } from '#data/account-database.ts'
import { customerRow, plainCustomer } from '#data/customers.ts'
import { invoiceRow, plainInvoice, putInvoices, removeInvoices } from '#data/invoices.ts'
import { readMeta } from '#data/meta.ts'
import { listLane } from '#data/outbox-entries.ts'
import { plainProduct, productRow } from '#data/products.ts'
import { dropShadow, findShadow, holdShadow } from '#data/shadows.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import type { Product } from '#domain/products/product.ts'
import { isUnsent, laneOf, pendingOf, type RecordKind, recordOfLane, writesContent } from './outbox/entry.ts'

/** A record of any kind in its stored form, with its kind. */
export type AnyRecord =
  | { readonly kind: 'invoice'; readonly record: Invoice }
  | { readonly kind: 'customer'; readonly record: Customer }
  | { readonly kind: 'product'; readonly record: Product }

/** The record as this phone has it; `undefined` when it has none. */
export async function readRecord(
  db: AccountDatabase,
  kind: RecordKind,
  id: string,
): Promise<AnyRecord | undefined> {
  switch (kind) {
    case 'invoice': {
      const row = await db.invoices.get(id)
      return row && { kind, record: plainInvoice(row) }
    }
    case 'customer': {
      const row = await db.customers.get(id)
      return row && { kind, record: plainCustomer(row) }
    }
    case 'product': {
      const row = await db.products.get(id)
      return row && { kind, record: plainProduct(row) }
    }
  }
}

/** Writes a record with what the outbox holds about it. What only this phone knows of it (last use) stays. */
export async function writeRecord(
  db: AccountDatabase,
  { kind, record }: AnyRecord,
  pending: PendingWork,
): Promise<void> {
  switch (kind) {
    case 'invoice':
      await putInvoices(db, [invoiceRow(record, pending)])
      return
    case 'customer': {
      const known = await db.customers.get(record.id)
      await db.customers.put(customerRow(record, pending, known?.usedAt))
      return
    }
    case 'product': {
      const known = await db.products.get(record.id)
      await db.products.put(productRow(record, pending, known?.usedAt))
    }
  }
}

export async function removeRecord(db: AccountDatabase, kind: RecordKind, id: string): Promise<void> {
  if (kind === 'invoice') await removeInvoices(db, [id])
  else if (kind === 'customer') await db.customers.delete(id)
  else await db.products.delete(id)
}

/** The id under which a record is kept now: the server may have known it under another than this phone gave it. */
export async function keptId(db: AccountDatabase, id: string): Promise<string> {
  const aliases = await readMeta(db, 'aliases')
  return aliases?.[id] ?? id
}

/** Writes anew what lists show of the records of some lanes. Call after every change of the outbox. */
export async function refreshPending(db: AccountDatabase, lanes: Iterable<string>): Promise<void> {
  for (const lane of new Set(lanes)) {
    const named = recordOfLane(lane)
    if (!named) continue
    const found = await readRecord(db, named.kind, await keptId(db, named.id))
    if (found) await writeRecord(db, found, pendingOf(await listLane(db, lane)))
  }
}

/** Keeps the server's form of a record before a person's edit covers it, so that discarding the edit can show it. */
export async function holdServerForm(db: AccountDatabase, kind: RecordKind, id: string): Promise<void> {
  const found = await readRecord(db, kind, id)
  if (!found || found.record.rev === 0) return
  const covered = (await listLane(db, laneOf(kind, id))).some(
    (entry) => isUnsent(entry) && writesContent(entry),
  )
  if (covered) return
  await holdShadow(db, { t: kind, id, rev: found.record.rev, op: 'put', row: found.record })
}

/**
 * Shows the server's form again once nothing unsent covers it. A record that the server never had goes.
 */
export async function uncoverRecord(db: AccountDatabase, kind: RecordKind, id: string): Promise<void> {
  const lane = await listLane(db, laneOf(kind, id))
  if (lane.some((entry) => isUnsent(entry) && writesContent(entry))) return
  const shadow = await findShadow(db, kind, id)
  if (shadow) {
    await dropShadow(db, kind, id)
    if (shadow.op === 'delete') {
      await removeRecord(db, kind, id)
      return
    }
    // Shadows are written by `holdServerForm` and by the inbox, both from checked records of this kind.
    await writeRecord(db, { kind, record: shadow.row } as AnyRecord, pendingOf(lane))
    return
  }
  const found = await readRecord(db, kind, id)
  if (found && found.record.rev === 0) await removeRecord(db, kind, id)
}
