import type { ContactLimits } from '../../ports/attempt-limit.ts'
import type { AuthServices } from '../../services/auth/auth-services.ts'
import { sendContactMessage } from '../../services/contact/send-contact-message.ts'
import { requestRegistration } from '../../services/potential-clients/request-registration.ts'
import type { Handlers } from './handler-types.ts'

type ContactHandlers = Pick<Handlers, 'contact.provider' | 'contact.send' | 'registration.request'>

/** Calls of people without an account. What is written is limited by address of the line. */
export function contactHandlers(services: AuthServices, limits: ContactLimits): ContactHandlers {
  return {
    'contact.provider': async () => services.contact,
    'contact.send': async ({ clientAddress }, form) => {
      await limits.contact.consume(clientAddress)
      await sendContactMessage(services, form)
      return {}
    },
    'registration.request': async ({ clientAddress }, form) => {
      await limits.contact.consume(clientAddress)
      await requestRegistration(services, form, null)
      return {}
    },
  }
}
