import type { contactEndpoints } from '#contract/contact-endpoints.ts'
import type { potentialClientEndpoints } from '#contract/potential-client-endpoints.ts'
import type { ContactLimits } from '../../ports/attempt-limit.ts'
import type { AuthServices } from '../../services/auth/auth-services.ts'
import { readRefusedMessages, sendContactMessage } from '../../services/contact/send-contact-message.ts'
import { requireRight } from '../../services/context.ts'
import { convertClient } from '../../services/potential-clients/convert-client.ts'
import {
  changeClientStatus,
  readPotentialClients,
} from '../../services/potential-clients/follow-up-clients.ts'
import { requestRegistration } from '../../services/potential-clients/request-registration.ts'
import type { Handlers } from './handler-types.ts'

type ContactHandlers = Pick<Handlers, keyof typeof contactEndpoints | keyof typeof potentialClientEndpoints>

/** Endpoints for people without an account, limited per network address, and for those who answer them. */
export function contactHandlers(services: AuthServices, limits: ContactLimits): ContactHandlers {
  return {
    'contact.provider': async () => services.contact,
    'contact.send': async ({ clientAddress }, form) => {
      await limits.contact.consume(clientAddress)
      await sendContactMessage(services, form)
      return {}
    },
    'contact.refused': async (context) => await readRefusedMessages(context, services),
    'potential-clients.list': async (context, input) => await readPotentialClients(context, input),
    'potential-clients.create': async (context, form) => {
      requireRight(context, 'potential-client.create', { companyId: null })
      await limits.contact.consume(context.actor.userId)
      return { id: await requestRegistration(services, form, context) }
    },
    'potential-clients.convert': async (context, input) =>
      await convertClient({ ...services, ...context }, input),
    'potential-clients.change-status': async (context, input) => await changeClientStatus(context, input),
    'registration.request': async ({ clientAddress }, form) => {
      await limits.contact.consume(clientAddress)
      await requestRegistration(services, form, null)
      return {}
    },
  }
}
