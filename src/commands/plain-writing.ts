import type { AccountDatabase } from '#data/account-database.ts'
import { changedInvoiceKeys } from '#data/invoice-keys.ts'
import { countsAfter, invoiceFromRow, invoiceRow } from '#data/invoices.ts'
import { type Contact, findMetas, type Meta, upsertMetas } from '#data/meta.ts'
import { isContentWrite, isUnsent, pendingOf, wasNeverSent } from '#data/outbox-entry.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { upsertServerCopy } from '#data/server-copies.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Account } from '#session/account.ts'
import { saleOverlay } from '#sync/outbox/apply-result.ts'
import { newEntry, queuedAudit, REPLACED, removedAudit } from '#sync/outbox/enqueue.ts'
import type { SerializedOperation } from '#sync/outbox/serialize-operation.ts'

const KEPT_VALUES = ['epoch', 'deviceSeq', 'pending', 'counts'] as const

/** Everything the phone holds around an invoice about to be written, read in one go: each look by itself costs. */
export async function readDesk(db: AccountDatabase, invoiceId: string, orderingKey: string) {
  const [current, entries, meta] = await Promise.all([
    db.invoices.get(invoiceId),
    db.outbox.where('lane').equals(orderingKey).sortBy('seq'),
    findMetas(db, KEPT_VALUES),
  ])
  return { current, entries, kept: meta }
}

export type Desk = Awaited<ReturnType<typeof readDesk>>

/**
 * Whether nothing about this writing needs thought: its lane holds at most one writing that never left this phone and
 * nothing else unsent. So it is with every sale of an ordinary day, whose customer and products the server knows.
 */
export function isPlain({ entries }: Desk): boolean {
  const unsent = entries.filter(isUnsent)
  return (
    unsent.length <= 1 &&
    unsent.every((entry) => entry.state === 'queued' && wasNeverSent(entry) && isContentWrite(entry))
  )
}

function serverForm(row: InvoiceRow) {
  return { t: 'invoice', id: row.id, rev: row.rev, op: 'put' as const, row: invoiceFromRow(row) }
}

type PlainWriting = {
  readonly operation: SerializedOperation
  readonly invoice: Invoice
  readonly now: number
  readonly lastTender: Meta['till'] | undefined
  readonly contact: Contact | undefined
}

/**
 * Writes an invoice and its operation, all rows at once: what the general way does step by step, where nothing waits
 * for the invoice and nothing is stuck before it. Call it inside the work transaction, on a desk that `isPlain`.
 */
export async function writePlainly(
  account: Account,
  desk: Desk,
  { operation, invoice, now, lastTender, contact }: PlainWriting,
): Promise<InvoiceRow> {
  const { db } = account
  const { current, entries } = desk
  const [epoch, lastSeq = 0, pending = 0, counts] = desk.kept
  const at = toInstant(now)
  const old = entries.find(isUnsent)
  const begun = newEntry(account, operation, [], now, { contact, epoch })
  const deviceSeq = old?.deviceSeq ?? lastSeq + 1
  // The real place comes from the database; among its own lane it is the last.
  const placed: OutboxEntry = { ...begun, deviceSeq, seq: old?.seq ?? Number.MAX_SAFE_INTEGER }
  const row = invoiceRow(invoice, pendingOf([...entries.filter((entry) => entry !== old), placed]))
  const found = changedInvoiceKeys([current], [row])
  const sells = operation.type === 'invoice.submit'
  await Promise.all([
    old ? db.outbox.put(placed) : db.outbox.add({ ...begun, deviceSeq }),
    old ? db.overlays.delete(old.opId) : undefined,
    sells ? db.overlays.put(saleOverlay(operation.opId, invoice)) : undefined,
    db.audit.add(old ? removedAudit(old, REPLACED, at) : queuedAudit(operation, at)),
    upsertMetas(db, {
      counts: countsAfter(counts, [current], [row]),
      ...(old ? {} : { deviceSeq, pending: pending + 1 }),
      ...(lastTender ? { till: lastTender } : {}),
    }),
    db.invoices.put(row),
    found.length > 0 ? db.invoiceKeys.bulkPut(found) : undefined,
    !old && current && current.rev > 0 ? upsertServerCopy(db, serverForm(current)) : undefined,
  ])
  return row
}
