import type { Instant } from '../calendar/east-africa.ts'
import { isEmail } from '../identity/email.ts'
import type { Invoice, InvoiceMail, MailFailure, MailState } from './invoice.ts'

/** The limit of one invoice, so that it cannot flood a mailbox. */
export const MAX_MAILS = 20

export const MAIL_REFUSALS = [
  'MAIL_ADDRESS_INVALID',
  'MAIL_INVOICE_NOT_NUMBERED',
  'MAIL_INVOICE_CANCELED',
  'MAIL_TOO_MANY',
] as const
export type MailRefusal = (typeof MAIL_REFUSALS)[number]

/** Why an invoice cannot be mailed; `undefined` when it can. Drafts are no documents for a customer (spec §4). */
export function mailRefusalOf(
  invoice: Pick<Invoice, 'status' | 'receipt' | 'mails'>,
  to: string,
): MailRefusal | undefined {
  if (!isEmail(to)) return 'MAIL_ADDRESS_INVALID'
  if (!invoice.receipt) return 'MAIL_INVOICE_NOT_NUMBERED'
  if (invoice.status === 'canceled') return 'MAIL_INVOICE_CANCELED'
  return (invoice.mails?.length ?? 0) >= MAX_MAILS ? 'MAIL_TOO_MANY' : undefined
}

const NEXT_MAIL_STATES: Record<MailState, readonly MailState[]> = {
  queued: ['sent', 'failed', 'bounced'],
  // A mail server may accept a mail and report later that the address does not exist.
  sent: ['bounced'],
  failed: [],
  bounced: [],
}

/**
 * The e-mails of an invoice after an update of one of them; `undefined` when the update is old or about none of them,
 * so that nothing has to be stored.
 */
export function applyMailUpdate(
  mails: readonly InvoiceMail[],
  update: {
    readonly id: string
    readonly state: MailState
    readonly failure?: MailFailure | undefined
    readonly at: Instant
  },
): InvoiceMail[] | undefined {
  const known = mails.find((mail) => mail.id === update.id)
  if (!known || !NEXT_MAIL_STATES[known.state].includes(update.state)) return undefined
  const { state, failure, at } = update
  return mails.map((mail) =>
    mail === known ? { ...mail, state, ...(failure && { failure }), changedAt: at } : mail,
  )
}
