import type { EndpointAnswer } from '#contract/endpoints.ts'
import { DAY_MS, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import {
  type ContactForm,
  checkContactMessage,
  normalizeContactMessage,
} from '#domain/contact/check-contact-message.ts'
import { contactMessage } from '../../messages/contact-message.ts'
import { renderMail } from '../../messages/render-mail.ts'
import {
  insertContactMessage,
  listMessagesWithoutAddress,
  listRefusedMessages,
  listUnmailedMessages,
  type NewContactMessage,
  updateContactMessageMailed,
  updateContactMessageRefused,
} from '../../storage/clients/contact-messages.ts'
import { parseMoment } from '../../storage/row-values.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { requireRight, type ServiceContext } from '../context.ts'
import type { MailSender } from '../mail/send-account-mail.ts'
import { nameBasedId } from '../operations/name-based-id.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

/** What could not be mailed for this long is left to the log: an answer would come too late. */
const MAILED_FOR_MS = 30 * DAY_MS

/**
 * Stores a message to the provider and mails it there. It is stored whether or not the mail goes out, and once, however
 * often the same form sends the same words. Refuses fields by spec §5, Contact form.
 */
export async function sendContactMessage(
  services: AuthServices,
  typed: ContactForm & { readonly id?: string | undefined },
): Promise<void> {
  refuseFields(checkContactMessage(typed))
  const { fullName, email, phone, message } = normalizeContactMessage(typed)
  const created_at = toInstant(services.clock.now())
  // A form that was changed after a lost answer sends another message.
  const id =
    typed.id === undefined
      ? services.newId()
      : nameBasedId(typed.id, JSON.stringify([fullName, email, phone, message]))
  const stored = { id, full_name: fullName, email, phone, message, created_at }
  if (await insertContactMessage(services.db, stored)) await mailToProvider(services, stored)
}

/** Mails the provider a stored message. When it does not go out, `mailWaitingMessages` repeats it under the same id. */
export async function mailToProvider(
  services: MailSender & Pick<AuthServices, 'clock' | 'db'>,
  stored: NewContactMessage,
): Promise<void> {
  const to = services.contact.email
  if (to === null) return
  const { id, full_name: fullName, email, phone, message } = stored
  const mail = renderMail(contactMessage.en({ fullName, email, phone, message }), 'en')
  const outcome = await services.mail.send({ id, companyId: null, to, ...mail })
  if (outcome.kind === 'sent') {
    await updateContactMessageMailed(services.db, id, toInstant(services.clock.now()))
    return
  }
  const { kind, reason } = outcome
  const refused = kind === 'bounced' || kind === 'refused'
  // For good: another attempt would have the same answer, so a person must look.
  if (refused) await updateContactMessageRefused(services.db, id, { at: toInstant(services.clock.now()), to })
  services.log({
    ...{ event: 'mail-not-sent', about: 'contact', messageId: id, kind, reason },
    ...(refused && { alert: true }),
  })
}

function mailedSince({ clock }: Pick<AuthServices, 'clock'>): Instant {
  return toInstant(clock.now() - MAILED_FOR_MS)
}

/**
 * Mails the provider what it did not get: its mail server was away, no address was set then, or another one that
 * refused it.
 */
export async function mailWaitingMessages(
  services: MailSender & Pick<AuthServices, 'clock' | 'db'>,
): Promise<void> {
  const to = services.contact.email
  if (to === null) return
  for (const message of await listUnmailedMessages(services.db, mailedSince(services), to))
    await mailToProvider(services, message)
}

function readMessage(one: NewContactMessage) {
  const { id, full_name: fullName, email, phone, message, created_at } = one
  return { id, fullName, email, phone, message, createdAt: parseMoment(created_at) }
}

/**
 * What the provider's mail server refused and, on a server without the provider's address, what was not mailed: for a
 * platform admin to read and to answer.
 */
export async function readRefusedMessages(
  context: ServiceContext,
  { contact }: Pick<AuthServices, 'contact'>,
): Promise<EndpointAnswer<'contact.refused'>> {
  requireRight(context, 'potential-client.manage', { companyId: null })
  const since = mailedSince(context)
  const refused = await listRefusedMessages(context.db, since)
  const unmailed = contact.email === null ? await listMessagesWithoutAddress(context.db, since) : []
  return {
    messages: refused.map((one) => ({
      ...readMessage(one),
      refusedAt: parseMoment(one.refused_at),
      refusedTo: one.refused_to,
    })),
    unmailed: unmailed.map(readMessage),
  }
}
