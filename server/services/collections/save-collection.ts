import type { OperationBody } from '#contract/operations.ts'
import { addDays, fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { checkCollection } from '#domain/collections/check-collection.ts'
import type { Collection } from '#domain/collections/collection.ts'
import { stillOwed } from '#domain/collections/owed.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { listCollectionsOf } from '../../storage/catalogue/collections.ts'
import { lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { findInvoice, lockInvoice } from '../../storage/invoices/invoices.ts'
import { actedBy, requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { collectionChange } from '../operations/feed-changes.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { requireVisibleSale } from '../visible-sales.ts'

/**
 * Keeps money that was received for a numbered invoice, never more than is owed for it. The same collection twice is one:
 * the second is answered with the first. The receipt and every fiscal figure stay as they are.
 */
export async function saveCollection(
  execution: Execution,
  body: OperationBody<'collection.save'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'invoice.submit', scope)
  // The lock of the invoice orders two phones that collect for it at once.
  const stored = await lockInvoice(tx, scope, body.invoiceId)
  if (stored === undefined) throw new Refusal('INVOICE_NOT_FOUND')
  requireVisibleSale(context, stored.invoice)
  const known = await lockDocument(tx, scope, 'collections', body.collectionId)
  if (known) return { change: collectionChange(known), changed: [] }
  const { invoice } = stored
  if (invoice.receipt === null || invoice.status === 'canceled') throw new Refusal('COLLECTION_NOTHING_OWED')
  const owed = stillOwed(invoice, await listCollectionsOf(tx, scope, invoice.id))
  // A phone whose clock is right may be past midnight first.
  const checked = checkCollection(body.fields, { owed, latest: addDays(fiscalDayOf(at), 1) })
  if (!checked.ok) {
    refuseFields(checked.refusals)
    throw new Refusal('COLLECTION_NOTHING_OWED')
  }
  const collection: Collection = {
    ...checked.value,
    id: body.collectionId,
    companyId: scope.companyId,
    rev: 1,
    invoiceId: invoice.id,
    at: body.at,
    by: context.operatorName,
    byId: context.actor.userId,
    canceled: false,
  }
  await upsertDocuments(tx, scope, 'collections', [collection], at)
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'collection.save',
    subject: `collection:${collection.id}`,
    detail: { invoiceId: invoice.id, amount: collection.amount, rctvnum: invoice.receipt.rctvnum },
  })
  return { change: collectionChange(collection), changed: [{ t: 'collection', id: collection.id }] }
}

/** Cancels a collection that was entered by mistake; canceled twice it is canceled. */
export async function cancelCollection(
  execution: Execution,
  { collectionId: id }: OperationBody<'collection.cancel'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'invoice.submit', scope)
  const known = await lockDocument(tx, scope, 'collections', id)
  if (known === undefined) throw new Refusal('COLLECTION_NOT_FOUND')
  const invoice = await findInvoice(tx, scope, known.invoiceId)
  if (invoice) requireVisibleSale(context, invoice)
  if (known.canceled) return { change: collectionChange(known), changed: [] }
  const canceled = { ...known, rev: known.rev + 1, canceled: true }
  await upsertDocuments(tx, scope, 'collections', [canceled], at)
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'collection.cancel',
    subject: `collection:${id}`,
    detail: { invoiceId: known.invoiceId, amount: known.amount },
  })
  return { change: collectionChange(canceled), changed: [{ t: 'collection', id }] }
}
