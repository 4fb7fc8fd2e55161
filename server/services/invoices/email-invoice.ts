import type { OperationBody } from '#contract/operations.ts'
import type { InvoiceMail } from '#domain/invoices/invoice.ts'
import { mailRefusalOf } from '#domain/invoices/invoice-mail.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { insertInvoiceMail } from '../../storage/invoices/invoice-mails.ts'
import { lockInvoice, upsertInvoices } from '../../storage/invoices/invoices.ts'
import { actedBy, requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { invoiceChange } from '../operations/feed-changes.ts'
import { requireVisibleSale } from '../visible-sales.ts'

/**
 * Queues a mail of an invoice to its customer; a job sends it. The id of the mail comes from the phone, so
 * the same request twice is one mail, and every attempt has the same message id, by which mailboxes recognize
 * it.
 */
export async function emailInvoice(
  execution: Execution,
  body: OperationBody<'invoice.email'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'invoice.email', scope)
  const stored = await lockInvoice(tx, scope, body.invoiceId)
  if (stored === undefined) throw new Refusal('INVOICE_NOT_FOUND')
  requireVisibleSale(context, stored.invoice)
  const { mails = [] } = stored.invoice
  if (mails.some(({ id }) => id === body.mailId)) {
    return { change: invoiceChange(stored.invoice), changed: [] }
  }
  const to = body.to.trim()
  const code = mailRefusalOf(stored.invoice, to)
  if (code) {
    throw new Refusal(code, code === 'MAIL_ADDRESS_INVALID' ? { fields: [{ path: 'to', code }] } : {})
  }
  const mail: InvoiceMail = {
    id: body.mailId,
    to,
    language: body.language,
    state: 'queued',
    at,
    by: context.operatorName,
    changedAt: at,
  }
  const invoice = { ...stored.invoice, rev: stored.invoice.rev + 1, mails: [...mails, mail] }
  await upsertInvoices(tx, scope, [invoice], at)
  await insertInvoiceMail(tx, scope, { ...mail, invoiceId: invoice.id })
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'invoice.email',
    subject: `invoice:${invoice.id}`,
    detail: { mailId: mail.id, to },
  })
  return { change: invoiceChange(invoice), changed: [{ t: 'invoice', id: invoice.id }] }
}
