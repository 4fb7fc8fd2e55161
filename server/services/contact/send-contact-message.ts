import { DAY_MS, toInstant } from '#domain/calendar/east-africa.ts'
import {
  type ContactForm,
  checkContactMessage,
  normalizeContactMessage,
} from '#domain/contact/check-contact-message.ts'
import { contactMessage } from '../../messages/contact-message.ts'
import { renderMail } from '../../messages/render-mail.ts'
import {
  insertContactMessage,
  listUnmailedMessages,
  type NewContactMessage,
  updateContactMessageMailed,
} from '../../storage/clients/contact-messages.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import type { MailSender } from '../mail/send-account-mail.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

/** What could not be mailed for this long is left to the log: an answer would come too late. */
const MAILED_FOR_MS = 30 * DAY_MS

/**
 * Stores a message to the provider and mails it there. It is stored whether or not the mail goes out. Refuses
 * fields by spec §5, Contact form.
 */
export async function sendContactMessage(services: AuthServices, typed: ContactForm): Promise<void> {
  refuseFields(checkContactMessage(typed))
  const { fullName, email, phone, message } = normalizeContactMessage(typed)
  const created_at = toInstant(services.clock.now())
  const stored = { id: services.newId(), full_name: fullName, email, phone, message, created_at }
  await insertContactMessage(services.db, stored)
  await mailToProvider(services, stored)
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
  } else {
    services.log({ event: 'mail-not-sent', about: 'contact', messageId: id, reason: outcome.reason })
  }
}

/** Mails the provider what it did not get: its mail server was away, or no address was set then. */
export async function mailWaitingMessages(
  services: MailSender & Pick<AuthServices, 'clock' | 'db'>,
): Promise<void> {
  if (services.contact.email === null) return
  const since = toInstant(services.clock.now() - MAILED_FOR_MS)
  for (const message of await listUnmailedMessages(services.db, since))
    await mailToProvider(services, message)
}
