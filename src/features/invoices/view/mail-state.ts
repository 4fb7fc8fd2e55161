import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { InvoiceMail, MailFailure, MailState } from '#domain/invoices/invoice.ts'
import type { IconName } from '#ui/icon.tsx'

const STATES: Record<MailState, { readonly icon: IconName; readonly name: MessageDescriptor }> = {
  queued: { icon: 'clock', name: msg({ context: 'state of a mail', message: 'Being sent' }) },
  sent: { icon: 'check', name: msg({ context: 'state of a mail', message: 'Sent' }) },
  failed: {
    icon: 'alert',
    name: msg({
      context: 'state of a mail',
      message: 'The email was not sent. Please check the customer email',
    }),
  },
  bounced: {
    icon: 'alert',
    name: msg({
      context: 'state of a mail',
      message: 'This address does not accept emails. Please check the customer email',
    }),
  },
}

/** Where the cause is known, its own sentence: none of these is about the address. */
const FAILURES: Record<MailFailure, MessageDescriptor> = {
  message: msg({
    context: 'state of a mail',
    message: 'The email service rejected this email. Send the receipt another way, or contact us',
  }),
  service: msg({
    context: 'state of a mail',
    message: 'Not sent: the email service could not be reached for a day. Email it again',
  }),
  canceled: msg({
    context: 'state of a mail',
    message: 'Not sent: the invoice was canceled before',
  }),
}

/** How far an email came, or why it was not sent and what to do next. */
export function mailStateName({ state, failure }: Pick<InvoiceMail, 'state' | 'failure'>): MessageDescriptor {
  return state === 'failed' && failure ? FAILURES[failure] : STATES[state].name
}

export function mailStateIcon({ state }: Pick<InvoiceMail, 'state'>): IconName {
  return STATES[state].icon
}
