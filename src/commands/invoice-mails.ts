import { findInvoice } from '#data/invoices.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isUnsent, mailOrderingKey, orderingKeyOf, readBody } from '#data/outbox-entry.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { isEmail } from '#domain/identity/email.ts'
import type { InvoiceMail } from '#domain/invoices/invoice.ts'
import { mailRefusalOf } from '#domain/invoices/invoice-mail.ts'
import { ok, refuse } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  type RefusalCode,
  readAuthor,
  refusedWithCode,
} from '#sync/outbox/command-result.ts'
import { write } from '#sync/outbox/writer.ts'

type Input = { readonly invoiceId: string } & Pick<InvoiceMail, 'to' | 'language'>

/** Why an invoice cannot be e-mailed from here; one with a pending submission can, after that submission. */
export function mailRefusal(row: InvoiceRow, to: string): RefusalCode | undefined {
  const submits = row.pending.kind === 'waiting' && row.pending.submits
  if (submits && row.receipt === null) return isEmail(to) ? undefined : 'MAIL_ADDRESS_INVALID'
  return mailRefusalOf(row, to)
}

/**
 * Queues an e-mail of an invoice to a customer, also offline. It is sent after the submission of the invoice, if that
 * is still pending; a second request for the same address while it is pending adds no e-mail.
 */
export function emailInvoice(
  account: Account,
  deps: CommandDeps,
  input: Input,
): Promise<CommandResult<InvoiceRow>> {
  const { invoiceId, language } = input
  const to = input.to.trim()
  const mailId = deps.ports.newId()
  const orderingKey = mailOrderingKey(invoiceId)
  return write(account, deps, async (tx) => {
    const { db } = tx
    const known = await readAuthor(db, 'invoice.email')
    if (!known.ok) return known
    const row = await findInvoice(db, invoiceId)
    if (!row) return refusedWithCode('INVOICE_NOT_FOUND')
    const code = mailRefusal(row, to)
    if (code) return refuse([{ path: code === 'MAIL_ADDRESS_INVALID' ? 'to' : '', code }])
    const [mails, entries] = await Promise.all([
      listByOrderingKey(db, orderingKey),
      listByOrderingKey(db, orderingKeyOf('invoice', invoiceId)),
    ])
    const queued = mails.filter((entry) => entry.state === 'queued')
    if (queued.some((entry) => readBody('invoice.email', entry)?.to === to)) return ok(row)
    const submission = entries.find((entry) => isUnsent(entry) && entry.type === 'invoice.submit')
    const dependsOn = submission ? [submission.opId] : []
    await tx.enqueue('invoice.email', orderingKey, { invoiceId, mailId, to, language }, dependsOn)
    return ok(row)
  })
}
