import type { AttemptLimit } from '../../ports/attempt-limit.ts'
import { changeReading } from '../../services/expenses/change-reading.ts'
import { lookUpReceipt } from '../../services/expenses/look-up-receipt.ts'
import type { DeliveryDeps } from '../../services/fiscal/delivery-deps.ts'
import type { Handlers } from './handler-types.ts'

/** The calls about expenses. `delivery` is what talks to the authority, `undefined` where nothing does. */
export function createExpenseHandlers(
  delivery: () => DeliveryDeps | undefined,
  limit: AttemptLimit,
): Pick<Handlers, 'expenses.look-up' | 'expenses.change-reading'> {
  return {
    'expenses.look-up': (context, input) => lookUpReceipt(context, delivery(), limit, input),
    'expenses.change-reading': (context, input) => changeReading(context, limit, input),
  }
}
