import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { MailState } from '#domain/invoices/invoice.ts'
import { withMailNews } from '#domain/invoices/invoice-mail.ts'
import type { MailGateway } from '../../gateways/mail/gateway.ts'
import { recordChanges } from '../../storage/changes.ts'
import { findCompany } from '../../storage/companies.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import {
  claimInvoiceMail,
  type DueMail,
  delayInvoiceMail,
  dueInvoiceMails,
  settleInvoiceMail,
} from '../../storage/invoice-mails.ts'
import { findInvoice, lockInvoice, saveInvoices } from '../../storage/invoices.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'
import { composeInvoiceMail } from './compose-invoice-mail.ts'

export type MailServices = Services & { readonly mail: MailGateway }

const MINUTE = 60_000
/** How long after each attempt the next one comes; after the last the mail has failed. Together a day. */
const PAUSES: readonly number[] = [1, 5, 15, 60, 180, 480, 720].map((minutes) => minutes * MINUTE)
/** Nobody else takes a mail for this long, also when the process that took it dies. */
const CLAIM_MS = 5 * MINUTE
const AT_ONCE = 20

type End = { readonly state: Exclude<MailState, 'queued'>; readonly reason: string }

/** Writes what became of a mail to the queue and to the invoice, and tells the phones by the feed. */
async function settle(services: MailServices, scope: CompanyScope, mail: DueMail, end: End): Promise<void> {
  const at = toInstant(services.clock.now())
  await inTransaction(services.db, async (tx) => {
    const stored = await lockInvoice(tx, scope, mail.invoiceId)
    await settleInvoiceMail(tx, scope, mail.id, { ...end, at })
    const mails = stored && withMailNews(stored.invoice.mails ?? [], { id: mail.id, state: end.state, at })
    if (!stored || !mails) return
    const invoice = { ...stored.invoice, rev: stored.invoice.rev + 1, mails }
    await saveInvoices(tx, scope, [invoice], at)
    await recordChanges(tx, scope, [{ t: 'invoice', id: invoice.id }])
  })
}

async function attempt(services: MailServices, scope: CompanyScope, mail: DueMail): Promise<End | 'later'> {
  const [invoice, found] = [
    await findInvoice(services.db, scope, mail.invoiceId),
    await findCompany(services.db, scope),
  ]
  if (!invoice || !found) return { state: 'failed', reason: 'the invoice is gone' }
  // Canceled while it waited: a receipt that no longer holds must not reach anybody.
  if (invoice.status === 'canceled') return { state: 'failed', reason: 'the invoice was canceled' }
  const letter = composeInvoiceMail(invoice, found.company, mail)
  const outcome = await services.mail.send(letter)
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', reason: '' }
    case 'bounced':
      return { state: 'bounced', reason: outcome.reason }
    case 'refused':
      return { state: 'failed', reason: outcome.reason }
    case 'unknown': {
      const pause = PAUSES[mail.attempt - 1]
      if (pause === undefined) return { state: 'failed', reason: outcome.reason }
      const next = toInstant(services.clock.now() + pause)
      await delayInvoiceMail(services.db, scope, mail.id, next, outcome.reason)
      return 'later'
    }
  }
}

function claimUntil(now: number): { readonly now: Instant; readonly next: Instant } {
  return { now: toInstant(now), next: toInstant(now + CLAIM_MS) }
}

/**
 * Sends what a company's invoices have due. Each mail is taken by one process at a time; when that one dies between
 * the mail server's yes and our note of it, the mail goes again under the same name, which mailboxes drop.
 */
export async function sendInvoiceMails(
  services: MailServices,
  companyId: string,
  goOn: () => boolean = () => true,
): Promise<void> {
  const scope = { companyId }
  const due = await dueInvoiceMails(services.db, scope, toInstant(services.clock.now()), AT_ONCE)
  for (const id of due) {
    if (!goOn()) return
    const mail = await claimInvoiceMail(services.db, scope, id, claimUntil(services.clock.now()))
    if (!mail) continue
    const end = await attempt(services, scope, mail)
    if (end === 'later') continue
    await settle(services, scope, mail, end)
    services.log({ event: 'invoice-mail', mailId: id, state: end.state, attempt: mail.attempt })
  }
}
