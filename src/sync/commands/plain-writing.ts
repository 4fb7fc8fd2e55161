import type { AccountDatabase } from '#data/account-database.ts'
import { foundAnew } from '#data/invoice-keys.ts'
import { invoiceRow, movedCounts, plainInvoice } from '#data/invoices.ts'
import { type Contact, type Meta, readMetas, writeMetas } from '#data/meta.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'
import { holdShadow } from '#data/shadows.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Account } from '#session/account.ts'
import { saleOverlay } from '../outbox/apply-result.ts'
import { beginningEntry, leavingLine, queuedLine, REPLACED } from '../outbox/enqueue.ts'
import { isUnsent, pendingOf, wasNeverSent, writesContent } from '../outbox/entry.ts'
import type { FrozenOperation } from '../outbox/freeze-operation.ts'

const KEPT_VALUES = ['epoch', 'deviceSeq', 'pending', 'counts'] as const

/** Everything the phone holds around an invoice about to be written, read in one go: each look by itself costs. */
export async function readDesk(db: AccountDatabase, invoiceId: string, lane: string) {
  const [current, entries, kept] = await Promise.all([
    db.invoices.get(invoiceId),
    db.outbox.where('lane').equals(lane).sortBy('seq'),
    readMetas(db, KEPT_VALUES),
  ])
  return { current, entries, kept }
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
    unsent.every((entry) => entry.state === 'queued' && wasNeverSent(entry) && writesContent(entry))
  )
}

function serverForm(row: InvoiceRow) {
  return { t: 'invoice', id: row.id, rev: row.rev, op: 'put' as const, row: plainInvoice(row) }
}

type PlainWriting = {
  readonly operation: FrozenOperation
  readonly invoice: Invoice
  readonly now: number
  readonly till: Meta['till'] | undefined
  readonly contact: Contact | undefined
}

/**
 * Writes an invoice and its operation, all rows at once: what the general way does step by step, where nothing waits
 * for the invoice and nothing is stuck before it. Call it inside the work transaction, on a desk that `isPlain`.
 */
export async function writePlainly(
  account: Account,
  desk: Desk,
  { operation, invoice, now, till, contact }: PlainWriting,
): Promise<InvoiceRow> {
  const { db } = account
  const { current, entries } = desk
  const [epoch, lastSeq = 0, pending = 0, counts] = desk.kept
  const at = toInstant(now)
  const old = entries.find(isUnsent)
  const begun = beginningEntry(account, operation, [], now, { contact, epoch })
  const deviceSeq = old?.deviceSeq ?? lastSeq + 1
  // The real place comes from the database; among its own lane it is the last.
  const placed: OutboxEntry = { ...begun, deviceSeq, seq: old?.seq ?? Number.MAX_SAFE_INTEGER }
  const row = invoiceRow(invoice, pendingOf([...entries.filter((entry) => entry !== old), placed]))
  const found = foundAnew([current], [row])
  const sells = operation.type === 'invoice.submit'
  await Promise.all([
    old ? db.outbox.put(placed) : db.outbox.add({ ...begun, deviceSeq }),
    old ? db.overlays.delete(old.opId) : undefined,
    sells ? db.overlays.put(saleOverlay(operation.opId, invoice)) : undefined,
    db.audit.add(old ? leavingLine(old, REPLACED, at) : queuedLine(operation, at)),
    writeMetas(db, {
      counts: movedCounts(counts, [current], [row]),
      ...(old ? {} : { deviceSeq, pending: pending + 1 }),
      ...(till ? { till } : {}),
    }),
    db.invoices.put(row),
    found.length > 0 ? db.invoiceKeys.bulkPut(found) : undefined,
    !old && current && current.rev > 0 ? holdShadow(db, serverForm(current)) : undefined,
  ])
  return row
}
