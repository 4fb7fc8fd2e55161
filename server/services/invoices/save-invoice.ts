import type { OperationBody } from '#contract/operations.ts'
import { sameContent } from '#domain/invoices/same-content.ts'
import { Refusal } from '../../ports/refusal.ts'
import { lockInvoice, upsertInvoices } from '../../storage/invoices/invoices.ts'
import { insertPublicReceipts } from '../../storage/invoices/public-receipts.ts'
import { requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { invoiceChange } from '../operations/feed-changes.ts'
import { requireVisibleSale } from '../visible-sales.ts'
import { changedElsewhere, chargesVat, composeDraft, resolveContent, writerAfter } from './compose-invoice.ts'

/**
 * Saves a new or changed draft. Refuses when it is no longer a draft (`INVOICE_NOT_DRAFT`) and when another
 * device changed it meanwhile (`INVOICE_CHANGED_ELSEWHERE`): the refused version becomes a second draft on
 * the phone, and nothing is merged silently.
 */
export async function saveInvoice(
  execution: Execution,
  body: OperationBody<'invoice.save'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'invoice.save', scope)
  const content = await resolveContent(execution, body.content)
  const stored = await lockInvoice(tx, scope, body.invoiceId)
  if (stored) {
    const { invoice } = stored
    requireVisibleSale(context, invoice)
    if (invoice.status !== 'draft')
      throw new Refusal('INVOICE_NOT_DRAFT', { data: { status: invoice.status } })
    if (changedElsewhere(execution, stored, body.baseRev)) {
      if (!sameContent(invoice, content)) {
        throw new Refusal('INVOICE_CHANGED_ELSEWHERE', { data: { rev: invoice.rev } })
      }
      return { change: invoiceChange(invoice), changed: [] }
    }
  }
  const draft = composeDraft(execution, body, content, await chargesVat(execution), stored?.invoice)
  await upsertInvoices(tx, scope, [draft], at, () => writerAfter(execution, stored))
  await insertPublicReceipts(tx, scope, [draft])
  return { change: invoiceChange(draft), changed: [{ t: 'invoice', id: draft.id }] }
}
