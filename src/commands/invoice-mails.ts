import { findInvoice } from '#data/invoices.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isUnsent, mailOrderingKey, orderingKeyOf, readBody } from '#data/outbox-entry.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import { isEmail } from '#domain/identity/email.ts'
import type { InvoiceMail } from '#domain/invoices/invoice.ts'
import { mailRefusalOf } from '#domain/invoices/invoice-mail.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  type RefusalCode,
  readAuthor,
  refused,
  refusedWithCode,
  runCommand,
  succeeded,
} from '#sync/outbox/command-result.ts'
import { enqueue } from '#sync/outbox/enqueue.ts'
import { serializeOperation } from '#sync/outbox/serialize-operation.ts'

type Input = { readonly invoiceId: string } & Pick<InvoiceMail, 'to' | 'language'>

/** Why an invoice cannot be mailed from here; one whose submission waits can, and goes after it. */
export function mailRefusal(row: InvoiceRow, to: string): RefusalCode | undefined {
  const submits = row.pending.kind === 'waiting' && row.pending.submits
  if (submits && row.receipt === null) return isEmail(to) ? undefined : 'MAIL_ADDRESS_INVALID'
  return mailRefusalOf(row, to)
}

/**
 * Queues an e-mail of an invoice to a customer, with or without a line. It goes after the submission of the invoice,
 * when that still waits; asked twice for one address while it waits, it is one e-mail.
 */
export function emailInvoice(
  account: Account,
  deps: CommandDeps,
  input: Input,
): Promise<CommandResult<InvoiceRow>> {
  const { db } = account
  const { invoiceId, language } = input
  const to = input.to.trim()
  return runCommand(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const orderingKey = mailOrderingKey(invoiceId)
    const body = { invoiceId, mailId: deps.ports.newId(), to, language }
    const serialized = await serializeOperation(deps.ports.newId, 'invoice.email', orderingKey, body)
    if (serialized.kind === 'refused') return refused(...serialized.refusals)
    return workTransaction(db, async () => {
      const row = await findInvoice(db, invoiceId)
      if (!row) return refusedWithCode('INVOICE_NOT_FOUND')
      const code = mailRefusal(row, to)
      if (code) return refused({ path: code === 'MAIL_ADDRESS_INVALID' ? 'to' : '', code })
      const queued = (await listByOrderingKey(db, orderingKey)).filter((entry) => entry.state === 'queued')
      if (queued.some((entry) => readBody('invoice.email', entry)?.to === to)) return succeeded(row)
      const submission = (await listByOrderingKey(db, orderingKeyOf('invoice', invoiceId))).find(
        (entry) => isUnsent(entry) && entry.type === 'invoice.submit',
      )
      const after = submission ? [submission.opId] : []
      await enqueue(account, serialized.operation, after, deps.ports.clock.now())
      return succeeded(row)
    })
  })
}
