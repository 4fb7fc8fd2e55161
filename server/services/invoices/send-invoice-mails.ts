import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { MailFailure, MailState } from '#domain/invoices/invoice.ts'
import { applyMailUpdate } from '#domain/invoices/invoice-mail.ts'
import type { MailGateway } from '../../gateways/mail/gateway.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import {
  claimInvoiceMail,
  type DueMail,
  listDueInvoiceMailIds,
  updateInvoiceMailNextAttempt,
  updateInvoiceMailOutcome,
} from '../../storage/invoices/invoice-mails.ts'
import { findInvoice, lockInvoice, upsertInvoices } from '../../storage/invoices/invoices.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import type { Services } from '../context.ts'
import { composeInvoiceMail } from './compose-invoice-mail.ts'

export type MailServices = Services & { readonly mail: MailGateway }

const MINUTE = 60_000
/** How long after each attempt the next one comes; after the last the mail has failed. Together a day. */
const RETRY_DELAYS_MS: readonly number[] = [1, 5, 15, 60, 180, 480, 720].map((minutes) => minutes * MINUTE)
/** No other process takes a mail for this long, even when the process that took it dies. */
const CLAIM_MS = 5 * MINUTE
const MAX_BATCH_SIZE = 20

/** `reason` is for the log of this server, `failure` for people. */
type FinalState = {
  readonly state: Exclude<MailState, 'queued'>
  readonly reason: string
  readonly failure?: MailFailure
}

/** Writes the outcome of a mail to the queue and to the invoice, and announces it to the phones in the feed. */
async function saveOutcome(
  services: MailServices,
  scope: CompanyScope,
  mail: DueMail,
  outcome: FinalState,
): Promise<void> {
  const at = toInstant(services.clock.now())
  await inTransaction(services.db, async (tx) => {
    const stored = await lockInvoice(tx, scope, mail.invoiceId)
    const { state, reason, failure } = outcome
    await updateInvoiceMailOutcome(tx, scope, mail.id, { state, reason, at })
    const mails = stored && applyMailUpdate(stored.invoice.mails ?? [], { id: mail.id, state, failure, at })
    if (!stored || !mails) return
    const invoice = { ...stored.invoice, rev: stored.invoice.rev + 1, mails }
    await upsertInvoices(tx, scope, [invoice], at)
    await upsertChanges(tx, scope, [{ t: 'invoice', id: invoice.id }])
  })
}

async function sendMail(
  services: MailServices,
  scope: CompanyScope,
  mail: DueMail,
): Promise<FinalState | 'later'> {
  const [invoice, found] = [
    await findInvoice(services.db, scope, mail.invoiceId),
    await findCompany(services.db, scope),
  ]
  if (!invoice || !found) return { state: 'failed', reason: 'the invoice is gone' }
  // Canceled while it waited: an invalid receipt must not be sent.
  if (invoice.status === 'canceled') {
    return { state: 'failed', reason: 'the invoice was canceled', failure: 'canceled' }
  }
  const message = composeInvoiceMail(invoice, found.company, mail)
  const outcome = await services.mail.send(message)
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', reason: '' }
    case 'bounced':
      return { state: 'bounced', reason: outcome.reason }
    case 'refused':
      return { state: 'failed', reason: outcome.reason, failure: 'message' }
    case 'unknown': {
      const delayMs = RETRY_DELAYS_MS[mail.attempt - 1]
      if (delayMs === undefined) return { state: 'failed', reason: outcome.reason, failure: 'service' }
      const next = toInstant(services.clock.now() + delayMs)
      await updateInvoiceMailNextAttempt(services.db, scope, mail.id, next, outcome.reason)
      return 'later'
    }
  }
}

function claimWindow(now: number): { readonly now: Instant; readonly next: Instant } {
  return { now: toInstant(now), next: toInstant(now + CLAIM_MS) }
}

/**
 * Sends what a company's invoices have due. Each mail is taken by one process at a time; when that one dies between
 * the mail server's yes and our note of it, the mail goes again under the same name, which mailboxes drop.
 */
export async function sendInvoiceMails(
  services: MailServices,
  companyId: string,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const scope = { companyId }
  const due = await listDueInvoiceMailIds(services.db, scope, toInstant(services.clock.now()), MAX_BATCH_SIZE)
  for (const id of due) {
    if (!shouldContinue()) return
    const mail = await claimInvoiceMail(services.db, scope, id, claimWindow(services.clock.now()))
    if (!mail) continue
    const result = await sendMail(services, scope, mail)
    if (result === 'later') continue
    await saveOutcome(services, scope, mail, result)
    services.log({ event: 'invoice-mail', mailId: id, state: result.state, attempt: mail.attempt })
  }
}
