import { findInvoice } from '#data/invoices.ts'
import { listLane } from '#data/outbox-entries.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { isEmail } from '#domain/identity/email.ts'
import type { InvoiceMail } from '#domain/invoices/invoice.ts'
import { noMailBecause } from '#domain/invoices/invoice-mail.ts'
import type { Account } from '#session/account.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { isUnsent, laneOf, mailLaneOf, readBody } from '../outbox/entry.ts'
import { freezeOperation } from '../outbox/freeze-operation.ts'
import { workTransaction } from '../work-transaction.ts'
import {
  type CommandDeps,
  type Kept,
  keeping,
  kept,
  type RefusalCode,
  readAuthor,
  refused,
  refusedWhole,
} from './outcome.ts'

type Input = { readonly invoiceId: string } & Pick<InvoiceMail, 'to' | 'language'>

/** Why an invoice cannot be mailed from here; one whose submission waits can, and goes after it. */
export function noMailFromHere(row: InvoiceRow, to: string): RefusalCode | undefined {
  const submits = row.pending.kind === 'waiting' && row.pending.submits
  if (submits && row.receipt === null) return isEmail(to) ? undefined : 'MAIL_ADDRESS_INVALID'
  return noMailBecause(row, to)
}

/**
 * Queues an e-mail of an invoice to a customer, with or without a line. It goes after the submission of the invoice,
 * when that still waits; asked twice for one address while it waits, it is one e-mail.
 */
export function emailInvoice(account: Account, deps: CommandDeps, input: Input): Promise<Kept<InvoiceRow>> {
  const { db } = account
  const { invoiceId, language } = input
  const to = input.to.trim()
  return keeping(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const lane = mailLaneOf(invoiceId)
    const body = { invoiceId, mailId: deps.ports.newId(), to, language }
    const freezing = await freezeOperation(deps.ports.newId, 'invoice.email', lane, body)
    if (freezing.kind === 'refused') return refused(...freezing.refusals)
    return workTransaction(db, async () => {
      const row = await findInvoice(db, invoiceId)
      if (!row) return refusedWhole('INVOICE_NOT_FOUND')
      const code = noMailFromHere(row, to)
      if (code) return refused({ path: code === 'MAIL_ADDRESS_INVALID' ? 'to' : '', code })
      const waiting = (await listLane(db, lane)).filter((entry) => entry.state === 'queued')
      if (waiting.some((entry) => readBody('invoice.email', entry)?.to === to)) return kept(row)
      const submission = (await listLane(db, laneOf('invoice', invoiceId))).find(
        (entry) => isUnsent(entry) && entry.type === 'invoice.submit',
      )
      const after = submission ? [submission.opId] : []
      await enqueue(account, freezing.operation, after, deps.ports.clock.now())
      return kept(row)
    })
  })
}
