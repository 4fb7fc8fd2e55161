import type { OperationBody } from '#contract/operations.ts'
import {
  fiscalDayOf,
  fiscalTimeOf,
  type Instant,
  instantMs,
  toInstant,
} from '#domain/calendar/east-africa.ts'
import { fiscalReceipt } from '#domain/fiscal/fiscal-receipt.ts'
import type { DeliveryState, Invoice, InvoiceReceipt, NumberedInvoice } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { type Transitioned, transition } from '#domain/invoices/transition.ts'
import { allDeltas, dayDelta, monthDelta } from '#domain/reports/invoice-deltas.ts'
import { allStockDeltas, stockDeltas } from '#domain/stock/stock.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { type FiscalIdentity, lockCompanyIdentity, updateCounter } from '../../storage/fiscal/identities.ts'
import { listHolds } from '../../storage/fiscal/numbering-holds.ts'
import {
  findReceiptByNumbers,
  insertReceipts,
  updateReturnedDelivery,
} from '../../storage/fiscal/receipts.ts'
import { lockInvoice, upsertInvoices } from '../../storage/invoices/invoices.ts'
import { insertPublicReceipts } from '../../storage/invoices/public-receipts.ts'
import type { ChangedRecord } from '../../storage/sync/changes.ts'
import { actedBy, requireRight } from '../context.ts'
import { remakeReports } from '../fiscal/close-days.ts'
import { signReceipt } from '../invoices/number-invoices.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { invoiceChange } from '../operations/feed-changes.ts'
import { addToAggregates } from '../reports/add-to-aggregates.ts'
import { requeueMails, returnDocuments } from './return-documents.ts'

type Body = OperationBody<'receipt.return'>

/** A backup older than this many receipts is not cleared up by phones; it bounds what a wrong number can do. */
const MAX_RETURNED_RECEIPTS = 100_000
/** A phone's word about the time of a receipt is the server's own of then; clocks of servers differ by less. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

function refuseField(path: string): never {
  throw new Refusal('OPERATION_INVALID', { fields: [{ path, code: 'OPERATION_INVALID' }] })
}

/** The returned invoice with a receipt that this identity can have given; refuses every other. */
function requireCredible(
  execution: Execution,
  identity: FiscalIdentity,
  bounds: { readonly fromGc: number; readonly until: Instant },
  invoice: Invoice,
): NumberedInvoice {
  const { fromGc } = bounds
  if (invoice.receipt === null) refuseField('invoice.receipt')
  const { receipt } = invoice
  if (invoice.companyId !== execution.scope.companyId) refuseField('invoice.companyId')
  if (receipt.gc < fromGc || receipt.gc >= fromGc + MAX_RETURNED_RECEIPTS) refuseField('invoice.receipt.gc')
  if (receipt.rctvnum !== `${identity.registration.receiptCode}${receipt.gc}`)
    refuseField('invoice.receipt.rctvnum')
  if (receipt.serial !== identity.certKey) refuseField('invoice.receipt.serial')
  const { issuedAt, issuedDay, issuedTime, znum } = receipt
  const isTimeConsistent =
    issuedDay === fiscalDayOf(issuedAt) &&
    issuedTime === fiscalTimeOf(issuedAt) &&
    znum === issuedDay.replaceAll('-', '') &&
    issuedAt <= toInstant(instantMs(bounds.until) + CLOCK_TOLERANCE_MS)
  if (!isTimeConsistent) refuseField('invoice.receipt.issuedAt')
  const totals = invoiceTotals(invoice, invoice.vatRegistered)
  if (totals.totalIncludingTax !== invoice.totals.totalIncludingTax) refuseField('invoice.totals')
  return { ...invoice, totals }
}

/** The phone's last known delivery state, reduced to what is still certain: it may have changed since. */
function deliveryOf(receipt: InvoiceReceipt): DeliveryState {
  switch (receipt.delivery) {
    case 'acknowledged':
    case 'verified':
    case 'missing':
      // Received for certain; the portal is asked again.
      return 'acknowledged'
    case 'rejected':
    case 'parked':
      return receipt.delivery
    case 'numbered':
    case 'sending':
    case 'unknown':
      return 'unknown'
  }
}

async function insertReturned(
  execution: Execution,
  identity: FiscalIdentity,
  returned: NumberedInvoice,
  rev: number,
): Promise<{ readonly invoice: Invoice; readonly changed: readonly ChangedRecord[] }> {
  const { context, tx, scope, at } = execution
  const delivery = deliveryOf(returned.receipt)
  const refused = delivery === 'rejected' || delivery === 'parked'
  const { creditNotes: _, mails: __, ...withoutDocuments } = returned
  const storedInvoice: Invoice = {
    ...withoutDocuments,
    rev: Math.max(returned.rev, rev) + 1,
    receipt: { ...returned.receipt, delivery },
  }
  const documents = await returnDocuments(execution, storedInvoice, returned)
  const invoice = documents?.invoice ?? storedInvoice
  const { gc, dc, znum, rctvnum, issuedDay, issuedTime, issuedAt } = returned.receipt
  const numbers = { gc, dc, znum, rctvnum, issuedDay, issuedTime, issuedAt }
  const seller = { tin: identity.tin, regId: identity.registration.regId, efdSerial: identity.certKey }
  const receipt = fiscalReceipt(returned, returned.vatRegistered, numbers, seller)
  // The signature has no chance in it: the same document under the same key gives the lost bytes again.
  const signedBytes = signReceipt(receipt, context.encryption.decrypt(identity.encryptedPrivateKey))
  await upsertInvoices(tx, scope, [invoice], at)
  await insertPublicReceipts(tx, scope, [invoice])
  await requeueMails(execution, invoice.id, invoice.mails ?? [], at)
  await insertReceipts(tx, scope, [{ invoiceId: invoice.id, identity, receipt, signedBytes }], at)
  const acknowledgedAt = delivery === 'acknowledged' ? (returned.receipt.acknowledgedAt ?? at) : null
  await updateReturnedDelivery(tx, scope, invoice.id, {
    delivery,
    ackCode: refused ? returned.receipt.ackCode : null,
    ackMessage: refused ? returned.receipt.ackMessage : null,
    unknownSince: delivery === 'unknown' ? at : null,
    acknowledgedAt,
  })
  if (gc >= identity.counter.nextGc) {
    await updateCounter(tx, identity, { nextGc: gc + 1, day: issuedDay, dc, lastIssuedAt: issuedAt })
  }
  await remakeReports(context, tx, identity, issuedDay, at)
  const totals = await addToAggregates(tx, scope, [...allDeltas(invoice), ...allStockDeltas(invoice)])
  return { invoice, changed: [{ t: 'invoice', id: invoice.id }, ...totals] }
}

/** Refunds, e-mails and a cancellation after the backup, on an invoice that the backup holds. */
async function updateReturned(
  execution: Execution,
  stored: Invoice,
  returned: NumberedInvoice,
): Promise<{ readonly invoice: Invoice; readonly changed: readonly ChangedRecord[] }> {
  const { tx, scope, at } = execution
  const { cancellation } = returned
  const documents = await returnDocuments(execution, stored, returned)
  const cancels = cancellation !== null && stored.status !== 'canceled'
  if (!documents && !cancels) return { invoice: stored, changed: [] }
  const moved: Transitioned = cancels
    ? transition(documents?.invoice ?? stored, { kind: 'canceled', ...cancellation })
    : { kind: 'done', invoice: documents?.invoice ?? stored }
  if (moved.kind === 'refused') throw new Refusal(moved.code)
  const invoice = { ...moved.invoice, rev: Math.max(stored.rev, returned.rev) + 1 }
  await upsertInvoices(tx, scope, [invoice], at)
  await requeueMails(execution, invoice.id, documents?.invoice.mails ?? [], at)
  const canceled = cancels
    ? [dayDelta(invoice, 'canceled'), ...monthDelta(invoice, 'canceled'), ...stockDeltas(invoice, 'canceled')]
    : []
  const totals = await addToAggregates(tx, scope, [...(documents?.deltas ?? []), ...canceled])
  return { invoice, changed: [{ t: 'invoice', id: invoice.id }, ...totals] }
}

async function insertReturnAudit(
  execution: Execution,
  returned: NumberedInvoice,
  at: Instant,
): Promise<void> {
  await insertAuditEntry(execution.tx, {
    companyId: execution.scope.companyId,
    ...actedBy(execution.context),
    at,
    action: 'receipt.return',
    subject: `invoice:${returned.id}`,
    detail: {
      rctvnum: returned.receipt.rctvnum,
      total: returned.totals.totalIncludingTax,
      deviceId: execution.deviceId,
    },
  })
}

/**
 * Takes back a numbered invoice that the restored database does not know: the invoice, its receipt, its part
 * of the stored totals, and the counter behind it. The receipt's bytes are made again, equal to the lost
 * ones; a look-up on the portal or a resend shows whether the authority has it. An invoice that is known
 * changes only by what happened to it later. Refuses a number that another invoice has meanwhile
 * (`INVOICE_SUBMITTED_DIFFERENTLY`) and what this identity cannot have issued (`OPERATION_INVALID`).
 */
export async function returnReceipt(execution: Execution, body: Body): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'invoice.submit', scope)
  const identity = await lockCompanyIdentity(tx, scope)
  if (identity === undefined) throw new Refusal('FISCAL_IDENTITY_MISSING')
  const stored = await lockInvoice(tx, scope, body.invoice.id)
  const existing = stored?.invoice
  const holds = await listHolds(tx, scope)
  if (holds.length === 0) refuseField('invoice')
  // Since its last restore this server knows every number it gave, so a returned receipt must be older.
  const restoredAt =
    holds
      .map((hold) => hold.openedAt)
      .toSorted()
      .at(-1) ?? at
  const bounds = existing?.receipt
    ? { fromGc: 1, until: at }
    : { fromGc: Math.min(...holds.map((hold) => hold.fromGc)), until: restoredAt }
  const returned = requireCredible(execution, identity, bounds, body.invoice)
  const { rctvnum } = returned.receipt
  if (existing?.receipt) {
    if (
      existing.receipt.rctvnum !== rctvnum ||
      existing.totals.totalIncludingTax !== returned.totals.totalIncludingTax
    )
      throw new Refusal('INVOICE_SUBMITTED_DIFFERENTLY', { data: { rctvnum: existing.receipt.rctvnum } })
    const { invoice, changed } = await updateReturned(execution, existing, returned)
    if (changed.length > 0) await insertReturnAudit(execution, returned, at)
    return { change: invoiceChange(invoice), changed }
  }
  if (await findReceiptByNumbers(tx, scope, identity.id, returned.receipt)) {
    throw new Refusal('INVOICE_SUBMITTED_DIFFERENTLY', { data: { rctvnum } })
  }
  const { invoice, changed } = await insertReturned(execution, identity, returned, existing?.rev ?? 0)
  await insertReturnAudit(execution, returned, at)
  return { change: invoiceChange(invoice), changed, identityToWake: identity.id }
}
