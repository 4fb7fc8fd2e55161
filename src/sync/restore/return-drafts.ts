import { writtenInvoice } from '#contract/invoice-body.ts'
import { findInvoice, invoiceFromRow } from '#data/invoices.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { orderingKeyOf } from '#data/outbox-entry.ts'
import type { Ports } from '#data/ports.ts'
import { refreshPending, saveServerCopy, upsertRecord } from '#data/records.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Account } from '#session/account.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { type Serialization, serializeOperation } from '../outbox/serialize-operation.ts'

/**
 * Whether a restored server may have lost the newest form of a draft, and this person returns it: the author, because it
 * becomes a draft of who saves it.
 */
export function mayBeLostDraft(
  { rev, receipt, status, operatorId, cancellation, origin, channel }: Invoice,
  userId: string,
  backupAt: Instant,
): boolean {
  if (rev === 0 || receipt !== null || operatorId !== userId) return false
  // One that came by another door would become one of the app: that door sends it again.
  if (origin !== 'app' || channel !== undefined) return false
  return (
    status === 'draft' || (cancellation !== null && (cancellation.recordedAt ?? cancellation.at) >= backupAt)
  )
}

/**
 * What the server has to execute to have a draft as it was. Based on no revision: a server that has it from another
 * device with another content refuses it, and a person decides. One that may have been submitted meanwhile is canceled
 * without a reason, which the server refuses for a numbered one.
 */
function serializeDraft(newId: () => string, lost: Invoice, current: Invoice | undefined): Serialization[] {
  const { id, cancellation } = lost
  const orderingKey = orderingKeyOf('invoice', id)
  const save = () =>
    serializeOperation(newId, 'invoice.save', orderingKey, writtenInvoice({ ...lost, rev: 0 }))
  if (cancellation === null) return [save()]
  const reason = current ? '' : cancellation.reason
  const cancel = serializeOperation(newId, 'invoice.cancel', orderingKey, { invoiceId: id, reason })
  return current ? [cancel] : [save(), cancel]
}

/** Whether the server still has less than the lost form, and nothing that is newer than it in another way. */
function isBehind(lost: Invoice, current: Invoice | undefined): boolean {
  // A draft stays on this phone when everything is fetched again, a canceled one does not.
  if (current === undefined) return lost.status === 'canceled'
  if (current.status !== 'draft' || current.rev >= lost.rev) return false
  return lost.status === 'draft' || current.operatorId === lost.operatorId
}

/**
 * Returns the person's own drafts, and their cancellations, to a restored server that does not have them or has an older
 * form. Unsent work about one contains more and goes by itself. Call it in the transaction that returns the catalogue.
 * Returns how many were returned.
 */
export async function returnDrafts(
  account: Account,
  { clock, newId }: Pick<Ports, 'clock' | 'newId'>,
  drafts: readonly Invoice[],
): Promise<number> {
  const { db } = account
  let returned = 0
  for (const lost of drafts) {
    const orderingKey = orderingKeyOf('invoice', lost.id)
    if ((await listByOrderingKey(db, orderingKey)).length > 0) continue
    const row = await findInvoice(db, lost.id)
    const current = row && invoiceFromRow(row)
    if (!isBehind(lost, current)) continue
    const dependsOn: string[] = []
    for (const serialized of serializeDraft(newId, lost, current)) {
      if (serialized.kind === 'refused') continue
      await enqueue(account, serialized.operation, dependsOn, clock.now())
      dependsOn.push(serialized.operation.opId)
    }
    if (dependsOn.length === 0) continue
    returned += 1
    if (lost.status === 'draft' || current === undefined) {
      await saveServerCopy(db, current && { kind: 'invoice', record: current }, [])
      await upsertRecord(db, { kind: 'invoice', record: { ...lost, rev: 0 } }, { kind: 'none' })
    }
    await refreshPending(db, [orderingKey])
  }
  return returned
}
