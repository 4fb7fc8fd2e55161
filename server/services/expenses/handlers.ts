import type { Handlers } from '../../http/handlers.ts'
import type { AttemptLimit } from '../auth/auth-services.ts'
import type { DeliveryDeps } from '../fiscal/delivery-deps.ts'
import { lookUpReceipt } from './look-up-receipt.ts'

/** The calls about expenses. `delivery` is what talks to the authority, `undefined` where nothing does. */
export function createExpenseHandlers(
  delivery: () => DeliveryDeps | undefined,
  limit: AttemptLimit,
): Pick<Handlers, 'expenses.look-up'> {
  return {
    'expenses.look-up': (context, wish) => lookUpReceipt(context, delivery(), limit, wish),
  }
}
