import type { AuthLimits, AuthServices } from '../services/auth/auth-services.ts'
import { authHandlers } from '../services/auth/handlers.ts'
import { invoiceHandlers } from '../services/invoices/handlers.ts'
import { Refusal } from '../services/refusal.ts'
import { syncHandlers } from '../services/sync/handlers.ts'
import type { Handlers } from './handlers.ts'

const later = async () => {
  throw new Refusal('UNAVAILABLE')
}

/** Every endpoint's handler; one that is missing does not compile. */
export function allHandlers(services: AuthServices, limits: AuthLimits): Handlers {
  return {
    ...authHandlers(services, limits),
    ...syncHandlers,
    ...invoiceHandlers,
    'fiscal.status': later,
    'fiscal.resume': later,
    'fiscal.z-reports': later,
  }
}
