import type { providerEndpoints } from '#contract/provider-endpoints.ts'
import type { subscriptionEndpoints } from '#contract/subscription-endpoints.ts'
import type { AuthServices } from '../../services/auth/auth-services.ts'
import { readPrices } from '../../services/subscriptions/read-prices.ts'
import { cancelPayment, readSubscription, recordPayment } from '../../services/subscriptions/subscriptions.ts'
import type { Handlers } from './handler-types.ts'

type SubscriptionHandlers = Pick<
  Handlers,
  keyof typeof subscriptionEndpoints | keyof typeof providerEndpoints
>

/** What Risiti costs, what companies paid for it, and when the server is switched off. */
export function subscriptionHandlers(services: AuthServices): SubscriptionHandlers {
  return {
    'provider.read': async () => ({
      prices: await readPrices(services),
      maintenance: services.provider.maintenance,
    }),
    'subscription.read': async (context, { companyId }) =>
      await readSubscription(services, context, companyId),
    'subscription.record-payment': async (context, input) => await recordPayment(services, context, input),
    'subscription.cancel-payment': async (context, input) => await cancelPayment(services, context, input),
  }
}
