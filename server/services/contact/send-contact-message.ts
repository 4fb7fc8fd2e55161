import { toInstant } from '#domain/calendar/east-africa.ts'
import {
  type ContactForm,
  checkContactMessage,
  normalizeContactMessage,
} from '#domain/contact/check-contact-message.ts'
import { contactMessage } from '../../messages/contact-message.ts'
import { renderMail } from '../../messages/render-mail.ts'
import { insertContactMessage, updateContactMessageMailed } from '../../storage/clients/contact-messages.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

/**
 * Stores a message to the provider and mails it there. It is stored whether or not the mail goes out. Refuses
 * fields by spec §5, Contact form.
 */
export async function sendContactMessage(services: AuthServices, typed: ContactForm): Promise<void> {
  refuseFields(checkContactMessage(typed))
  const { fullName, email, phone, message } = normalizeContactMessage(typed)
  const id = services.newId()
  const created_at = toInstant(services.clock.now())
  await insertContactMessage(services.db, { id, full_name: fullName, email, phone, message, created_at })
  const to = services.contact.email
  if (to === null) return
  const mail = renderMail(contactMessage.en({ fullName, email, phone, message }), 'en')
  const outcome = await services.mail.send({ id, companyId: null, to, ...mail })
  if (outcome.kind === 'sent') {
    await updateContactMessageMailed(services.db, id, toInstant(services.clock.now()))
  } else {
    services.log({ event: 'mail-not-sent', about: 'contact', messageId: id, reason: outcome.reason })
  }
}
