import type { OperationBody } from '#contract/operations.ts'
import { collectedFor } from '#domain/collections/owed.ts'
import { returnMoment } from '#domain/invoices/return-moment.ts'
import { transition } from '#domain/invoices/transition.ts'
import { dayDelta, monthDelta } from '#domain/reports/invoice-deltas.ts'
import { stockDeltas } from '#domain/stock/stock.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { listCollectionsOf } from '../../storage/catalogue/collections.ts'
import { lockCompanyIdentity } from '../../storage/fiscal/identities.ts'
import { lockInvoice, upsertInvoices } from '../../storage/invoices/invoices.ts'
import { actedBy, requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { invoiceChange } from '../operations/feed-changes.ts'
import { findApprovers, requireOperatorRight } from '../operations/require-operator-right.ts'
import { addToAggregates } from '../reports/add-to-aggregates.ts'
import { requireVisibleSale } from '../visible-sales.ts'

/**
 * Cancels an invoice. A draft goes freely; a numbered one needs a reason, keeps its number and stays in the gross,
 * with the canceled figures beside it (TRA rule: there is no cancel message). Payments that came later are canceled
 * first. What was paid leaves the drawer on the day of the tap, also when the phone was offline then.
 */
export async function cancelInvoice(
  execution: Execution,
  body: OperationBody<'invoice.cancel'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'invoice.cancel', scope)
  // Kept totals change under the identity's lock, which comes before every other one.
  await lockCompanyIdentity(tx, scope)
  const stored = await lockInvoice(tx, scope, body.invoiceId)
  if (stored === undefined) throw new Refusal('INVOICE_NOT_FOUND')
  requireVisibleSale(context, stored.invoice)
  // A draft was never a sale: to give it up needs no right.
  const allowed = context.rights.cancel || stored.invoice.receipt === null
  const approved = requireOperatorRight(
    allowed,
    body.approval,
    await findApprovers(execution, [body.approval]),
  )
  const moved = transition(stored.invoice, {
    kind: 'canceled',
    collected: collectedFor(body.invoiceId, await listCollectionsOf(tx, scope, body.invoiceId)),
    ...returnMoment(body.at, stored.invoice.saleAt, at),
    by: context.operatorName,
    byId: context.actor.userId,
    reason: body.reason,
  })
  if (moved.kind === 'refused') {
    const isReasonMissing = moved.code === 'INVOICE_CANCEL_REASON_REQUIRED'
    throw new Refusal(moved.code, isReasonMissing ? { fields: [{ path: 'reason', code: moved.code }] } : {})
  }
  const invoice = { ...moved.invoice, rev: stored.invoice.rev + 1 }
  await upsertInvoices(tx, scope, [invoice], at)
  const totals = invoice.receipt
    ? await addToAggregates(tx, scope, [
        dayDelta(invoice, 'canceled'),
        ...monthDelta(invoice, 'canceled'),
        ...stockDeltas(invoice, 'canceled'),
      ])
    : []
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'invoice.cancel',
    subject: `invoice:${invoice.id}`,
    detail: { reason: body.reason, rctvnum: invoice.receipt?.rctvnum ?? null, ...approved },
  })
  return {
    change: invoiceChange(invoice),
    changed: [{ t: 'invoice', id: invoice.id }, ...totals],
  }
}
