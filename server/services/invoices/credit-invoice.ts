import type { OperationBody } from '#contract/operations.ts'
import { fiscalDayOf } from '#domain/calendar/east-africa.ts'
import { creditFigures, differsByRounding } from '#domain/invoices/credit-note.ts'
import type { CreditNote, Invoice } from '#domain/invoices/invoice.ts'
import { earliestRefund, returnMoment } from '#domain/invoices/return-moment.ts'
import { refundDeltas } from '#domain/reports/refund-deltas.ts'
import { stockRefund } from '#domain/stock/stock.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { lockCompanyIdentity } from '../../storage/fiscal/identities.ts'
import { findOpenHold } from '../../storage/fiscal/numbering-holds.ts'
import { allocateCreditNoteNumber } from '../../storage/invoices/credit-notes.ts'
import { lockInvoice, upsertInvoices } from '../../storage/invoices/invoices.ts'
import { actedBy, requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { invoiceChange } from '../operations/feed-changes.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { findApprovers, requireOperatorRight } from '../operations/require-operator-right.ts'
import { RetryLater } from '../operations/retry-later.ts'
import { addToAggregates } from '../reports/add-to-aggregates.ts'
import { requireVisibleSale } from '../visible-sales.ts'

type Body = OperationBody<'invoice.credit'>

const HELD_RETRY_MS = 5 * 60_000

/** What the note comes to by our own reckoning, against what the person saw, but for rounding. Throws the refusal. */
function validateFigures(invoice: Invoice, body: Body): Pick<CreditNote, 'lines' | 'perLetter' | 'total'> {
  const credited = creditFigures(invoice, body.lines)
  if (credited.kind === 'refused') {
    const lineIndex = body.lines.findIndex(({ lineId }) => lineId === credited.lineId)
    refuseFields([{ path: lineIndex < 0 ? 'lines' : `lines.${lineIndex}.quantity`, code: credited.code }])
    throw new Refusal(credited.code)
  }
  if (!differsByRounding(invoice, credited.figures, body.total)) {
    throw new Refusal('CREDIT_NOTE_TOTAL_DIFFERS', { data: { total: credited.figures.total } })
  }
  return credited.figures
}

/**
 * Records goods of a numbered invoice as returned: a credit note in the company's own series, linked to the
 * original receipt, stored beside the gross totals. The authority is not informed and no fiscal counter
 * changes. It belongs to the day on which the money was given back, also when the phone was offline then. The same note
 * twice is one note.
 */
export async function creditInvoice(execution: Execution, body: Body): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'invoice.credit', scope)
  // Kept totals change under the identity's lock, which comes before every other one.
  await lockCompanyIdentity(tx, scope)
  // After a restore, phones still return notes whose numbers must not be given twice. The state of the device is no
  // sign of it: the authority may block it meanwhile, and a blocked company still refunds.
  if (await findOpenHold(tx, scope)) throw new RetryLater('FISCAL_NUMBERING_HELD', HELD_RETRY_MS)
  const stored = await lockInvoice(tx, scope, body.invoiceId)
  if (stored === undefined) throw new Refusal('INVOICE_NOT_FOUND')
  requireVisibleSale(context, stored.invoice)
  const { creditNotes = [] } = stored.invoice
  if (creditNotes.some(({ id }) => id === body.creditNoteId)) {
    return { change: invoiceChange(stored.invoice), changed: [] }
  }
  const approvers = await findApprovers(execution, [body.approval])
  const approved = requireOperatorRight(context.rights.refund, body.approval, approvers)
  const reason = body.reason.trim()
  if (reason === '') refuseFields([{ path: 'reason', code: 'CREDIT_NOTE_REASON_REQUIRED' }])
  const figures = validateFigures(stored.invoice, body)
  const moment = returnMoment(body.at, earliestRefund(stored.invoice), at)
  const note: CreditNote = {
    id: body.creditNoteId,
    number: await allocateCreditNoteNumber(tx, scope),
    originalRctvnum: stored.invoice.receipt?.rctvnum ?? '',
    ...moment,
    day: fiscalDayOf(moment.at),
    by: context.operatorName,
    byId: context.actor.userId,
    reason,
    paidBy: body.paidBy,
    ...figures,
  }
  const invoice = { ...stored.invoice, rev: stored.invoice.rev + 1, creditNotes: [...creditNotes, note] }
  await upsertInvoices(tx, scope, [invoice], at)
  const totals = await addToAggregates(tx, scope, [
    ...refundDeltas(invoice, note),
    ...stockRefund(invoice, note),
  ])
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'invoice.credit',
    subject: `invoice:${invoice.id}`,
    detail: { number: note.number, total: note.total, reason, rctvnum: note.originalRctvnum, ...approved },
  })
  return { change: invoiceChange(invoice), changed: [{ t: 'invoice', id: invoice.id }, ...totals] }
}
