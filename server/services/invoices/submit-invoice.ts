import type { OperationBody } from '#contract/operations.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { normalizeContent } from '#domain/invoices/normalize-content.ts'
import { sameContent } from '#domain/invoices/same-content.ts'
import { recordAudit } from '../../storage/audit.ts'
import { lockCompanyIdentity } from '../../storage/fiscal-identities.ts'
import { lockInvoice, type StoredInvoice } from '../../storage/invoices.ts'
import { requireRight } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { invoiceChange } from '../sync/change-of-record.ts'
import type { Executed, Execution } from '../sync/execution.ts'
import {
  changedElsewhere,
  chargesVat,
  composeDraft,
  resolvedContent,
  writerAfter,
} from './compose-invoice.ts'
import { judgeSubmission } from './judge-submission.ts'
import { numberInvoices, requireNumbering } from './number-invoices.ts'

/** What a submission finds when the invoice is there already; `undefined` when it may go on. */
function judgeStored(
  execution: Execution,
  stored: StoredInvoice,
  baseRev: number,
  content: InvoiceContent,
): Executed | undefined {
  const { invoice } = stored
  if (invoice.receipt) {
    if (!sameContent(invoice, content)) {
      throw new Refusal('INVOICE_SUBMITTED_DIFFERENTLY', { data: { rctvnum: invoice.receipt.rctvnum } })
    }
    return { change: invoiceChange(invoice), changed: [] }
  }
  if (invoice.status === 'canceled') throw new Refusal('INVOICE_ALREADY_CANCELED')
  if (changedElsewhere(execution, stored, baseRev) && !sameContent(invoice, content)) {
    throw new Refusal('INVOICE_CHANGED_ELSEWHERE', { data: { rev: invoice.rev } })
  }
  return undefined
}

/**
 * Submits an invoice: judges it again, takes its fiscal numbers, signs the receipt and stores everything at once.
 * An invoice has one receipt for ever: submitted again with the same content it answers the same receipt, with
 * another `INVOICE_SUBMITTED_DIFFERENTLY`.
 */
export async function submitInvoice(
  asked: Execution,
  body: OperationBody<'invoice.submit'>,
): Promise<Executed> {
  const { context, tx, scope } = asked
  requireRight(context, 'invoice.submit', scope)
  const identity = await lockCompanyIdentity(tx, scope)
  // Other phones of the company numbered while this one waited for its turn: a receipt is never older than the
  // one before it, so its moment is the one at which its turn came.
  const at = toInstant(context.clock.now())
  const execution = { ...asked, at }
  const written = await resolvedContent(execution, body.content)
  const stored = await lockInvoice(tx, scope, body.invoiceId)
  const answered = stored && judgeStored(execution, stored, body.baseRev, written)
  if (answered) return answered
  const content = normalizeContent(written)
  const vatRegistered = await chargesVat(execution)
  await judgeSubmission(execution, { content, totals: body.totals, saleAt: body.saleAt, vatRegistered })
  const draft = composeDraft(execution, body, content, vatRegistered, stored?.invoice)
  const { invoices, changed } = await numberInvoices(
    { tx, scope, sealer: context.sealer },
    requireNumbering(identity),
    [{ draft, at }],
    at,
    writerAfter(execution, stored),
  )
  const [invoice] = invoices
  if (!invoice?.receipt) throw new Error('a numbered invoice has no receipt')
  await recordAudit(tx, {
    companyId: scope.companyId,
    userId: context.actor.userId,
    at,
    action: 'invoice.submit',
    subject: `invoice:${invoice.id}`,
    detail: { rctvnum: invoice.receipt.rctvnum, saleAt: invoice.saleAt },
  })
  return {
    change: invoiceChange(invoice),
    changed,
    ...(identity && { wakes: identity.id }),
  }
}
