import type { webhookEndpoints } from '#contract/webhook-endpoints.ts'
import type { DeliveryDeps } from '../../services/fiscal/delivery-deps.ts'
import {
  createWebhook,
  readWebhooks,
  removeWebhook,
  rotateWebhook,
  switchWebhook,
} from '../../services/webhooks/manage-webhooks.ts'
import { readDeliveries, resendDelivery, testWebhook } from '../../services/webhooks/resend.ts'
import type { Handlers } from './handler-types.ts'

/** Addresses of a company's programs. `trusted`: origins that need not be of the internet. */
export function webhookHandlers(
  delivery: () => DeliveryDeps | undefined,
  trusted: readonly string[],
): Pick<Handlers, keyof typeof webhookEndpoints> {
  return {
    'webhooks.list': async (context) => await readWebhooks(context),
    'webhooks.create': async (context, input) => await createWebhook(context, delivery(), trusted, input),
    'webhooks.rotate': async (context, input) => await rotateWebhook(context, input),
    'webhooks.switch': async (context, input) => await switchWebhook(context, input),
    'webhooks.remove': async (context, input) => await removeWebhook(context, input),
    'webhooks.deliveries': async (context, input) => await readDeliveries(context, input),
    'webhooks.test': async (context, input) => await testWebhook(context, input),
    'webhooks.resend': async (context, input) => await resendDelivery(context, input),
  }
}
