import type { OperationBody } from '#contract/operations.ts'
import type { InvoiceMail } from '#domain/invoices/invoice.ts'
import { noMailBecause } from '#domain/invoices/invoice-mail.ts'
import { recordAudit } from '../../storage/audit.ts'
import { insertInvoiceMail } from '../../storage/invoice-mails.ts'
import { lockInvoice, saveInvoices } from '../../storage/invoices.ts'
import { requireRight } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { invoiceChange } from '../sync/change-of-record.ts'
import type { Executed, Execution } from '../sync/execution.ts'

/**
 * Takes the wish to mail an invoice to its customer; a job sends it. The id of the mail comes from the phone, so the
 * same wish twice is one mail, and every attempt carries the same name for mailboxes to know it by.
 */
export async function emailInvoice(
  execution: Execution,
  body: OperationBody<'invoice.email'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'invoice.email', scope)
  const stored = await lockInvoice(tx, scope, body.invoiceId)
  if (stored === undefined) throw new Refusal('INVOICE_NOT_FOUND')
  const { mails = [] } = stored.invoice
  if (mails.some(({ id }) => id === body.mailId)) {
    return { change: invoiceChange(stored.invoice), changed: [] }
  }
  const to = body.to.trim()
  const code = noMailBecause(stored.invoice, to)
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
  await saveInvoices(tx, scope, [invoice], at)
  await insertInvoiceMail(tx, scope, { ...mail, invoiceId: invoice.id })
  await recordAudit(tx, {
    companyId: scope.companyId,
    userId: context.actor.userId,
    at,
    action: 'invoice.email',
    subject: `invoice:${invoice.id}`,
    detail: { mailId: mail.id, to },
  })
  return { change: invoiceChange(invoice), changed: [{ t: 'invoice', id: invoice.id }] }
}
