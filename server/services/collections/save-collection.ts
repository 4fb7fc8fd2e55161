import type { OperationBody } from '#contract/operations.ts'
import { addDays, fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { type CollectionFields, checkCollection } from '#domain/collections/check-collection.ts'
import type { Collection } from '#domain/collections/collection.ts'
import { payable } from '#domain/collections/payable.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { returnMoment } from '#domain/invoices/return-moment.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { listCollectionsOf } from '../../storage/catalogue/collections.ts'
import { lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { findInvoice, lockInvoice } from '../../storage/invoices/invoices.ts'
import { actedBy, requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { collectionChange } from '../operations/feed-changes.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { findReturnedAuthor, isFromBeforeRestore } from '../recovery/returned-author.ts'
import { requireVisibleSale } from '../visible-sales.ts'

type Body = OperationBody<'collection.save'>

/** Who recorded a payment, and whether it counts no more, since when. */
type Recorded = Pick<Collection, 'by' | 'byId' | 'canceled' | 'canceledAt'>

/**
 * What a phone says of a payment that it returns to a restored server. Only for one that is older than the last restore:
 * since then this server knows of every payment who recorded it.
 */
async function findReturned(execution: Execution, { at, returned }: Body): Promise<Partial<Recorded>> {
  if (returned === undefined || !(await isFromBeforeRestore(execution, at))) return {}
  const author = await findReturnedAuthor(execution, returned.byId)
  const { canceled, canceledAt } = returned
  const cancellation = { canceled, ...(canceled && canceledAt && { canceledAt }) }
  return { ...(author && { by: author.name, byId: author.id }), ...cancellation }
}

/** The entered fields, when they are right; a canceled payment pays nothing, so that it may be of any amount. */
async function checkedFields(
  { tx, scope, at }: Execution,
  { fields }: Body,
  invoice: Invoice,
  { canceled = false, isReturned }: { readonly canceled?: boolean | undefined; readonly isReturned: boolean },
): Promise<CollectionFields> {
  const isSold = invoice.receipt !== null && invoice.status !== 'canceled'
  if (!canceled && !isSold) throw new Refusal('COLLECTION_NOTHING_OWED')
  // A payment from before a restore may be returned after a refund that was made since the payment.
  const sold = isReturned ? { ...invoice, creditNotes: [] } : invoice
  const owed = canceled
    ? fields.amount
    : payable(sold, await listCollectionsOf(tx, scope, invoice.id), fields.day)
  // A phone whose clock is right may be past midnight first.
  const checked = checkCollection(fields, { owed, latest: addDays(fiscalDayOf(at), 1) })
  if (checked.ok) return checked.value
  refuseFields(checked.refusals)
  throw new Refusal('COLLECTION_NOTHING_OWED')
}

/**
 * Keeps money that was received for a numbered invoice, never more than is owed for it. The same collection twice is one:
 * the second is answered with the first. The receipt and every fiscal figure stay as they are.
 */
export async function saveCollection(execution: Execution, body: Body): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'invoice.submit', scope)
  // The lock of the invoice orders two phones that collect for it at once.
  const stored = await lockInvoice(tx, scope, body.invoiceId)
  if (stored === undefined) throw new Refusal('INVOICE_NOT_FOUND')
  requireVisibleSale(context, stored.invoice)
  const known = await lockDocument(tx, scope, 'collections', body.collectionId)
  if (known) return { change: collectionChange(known), changed: [] }
  const { invoice } = stored
  const returned = await findReturned(execution, body)
  const collection: Collection = {
    ...(await checkedFields(execution, body, invoice, {
      ...{ canceled: returned.canceled, isReturned: returned.canceled !== undefined },
    })),
    id: body.collectionId,
    companyId: scope.companyId,
    rev: 1,
    invoiceId: invoice.id,
    at: body.at,
    by: context.operatorName,
    byId: context.actor.userId,
    canceled: false,
    ...returned,
  }
  await upsertDocuments(tx, scope, 'collections', [collection], at)
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'collection.save',
    subject: `collection:${collection.id}`,
    detail: { invoiceId: invoice.id, amount: collection.amount, rctvnum: invoice.receipt?.rctvnum ?? null },
  })
  return { change: collectionChange(collection), changed: [{ t: 'collection', id: collection.id }] }
}

/** Cancels a collection that was entered by mistake; canceled twice it is canceled. */
export async function cancelCollection(
  execution: Execution,
  { collectionId: id, at: said }: OperationBody<'collection.cancel'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'invoice.submit', scope)
  const known = await lockDocument(tx, scope, 'collections', id)
  if (known === undefined) throw new Refusal('COLLECTION_NOT_FOUND')
  const invoice = await findInvoice(tx, scope, known.invoiceId)
  if (invoice) requireVisibleSale(context, invoice)
  if (known.canceled) return { change: collectionChange(known), changed: [] }
  const { at: canceledAt } = returnMoment(said, known.at, at)
  const canceled = { ...known, rev: known.rev + 1, canceled: true, canceledAt }
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
