import type { AttemptLimit, AuthLimits, AuthServices } from '../services/auth/auth-services.ts'
import { authHandlers } from '../services/auth/handlers.ts'
import { companyHandlers } from '../services/companies/handlers.ts'
import { deviceHandlers } from '../services/devices/handlers.ts'
import { createExpenseHandlers } from '../services/expenses/handlers.ts'
import { fileHandlers } from '../services/files/handlers.ts'
import type { DeliveryDeps } from '../services/fiscal/delivery-deps.ts'
import { createFiscalHandlers } from '../services/fiscal/handlers.ts'
import { invoiceHandlers } from '../services/invoices/handlers.ts'
import { createNotificationHandlers } from '../services/notifications/handlers.ts'
import type { PushSetup } from '../services/notifications/push-setup.ts'
import { syncHandlers } from '../services/sync/handlers.ts'
import type { Handlers } from './handlers.ts'

/**
 * Every endpoint's handler; one that is missing does not compile. `delivery` is what talks to the authority, once
 * it runs; `push` reaches devices.
 */
export function allHandlers(
  services: AuthServices,
  limits: AuthLimits & { readonly lookUp: AttemptLimit },
  delivery: () => DeliveryDeps | undefined,
  push: PushSetup,
): Handlers {
  return {
    ...authHandlers(services, limits),
    ...deviceHandlers,
    ...syncHandlers,
    ...invoiceHandlers,
    ...companyHandlers,
    ...fileHandlers,
    ...createExpenseHandlers(delivery, limits.lookUp),
    ...createFiscalHandlers(delivery),
    ...createNotificationHandlers(push),
  }
}
