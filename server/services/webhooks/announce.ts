import type { WebhookData } from '#contract/public-api/webhook-messages.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { COMPANY_EVENTS } from '#domain/webhooks/webhook.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { insertDeliveries } from '../../storage/webhooks/deliveries.ts'
import { findModeOfCompany, lockWebhooksFor } from '../../storage/webhooks/webhooks.ts'
import { nameBasedId } from '../operations/name-based-id.ts'

/** Something that happened to a company. `key` is the same however often it is found: it is announced once. */
export type CompanyEvent = {
  readonly [Type in (typeof COMPANY_EVENTS)[number]]: {
    readonly type: Type
    readonly key: string
    readonly at: Instant
    readonly data: WebhookData<Type>
  }
}[(typeof COMPANY_EVENTS)[number]]

/**
 * Writes one message for each address of the company that asked for an event, in the transaction of the change itself:
 * unlike an invoice, such a change leaves nothing from which it could be found later. An address that is off gets it
 * when it is on again.
 */
export async function announce(tx: Db, scope: CompanyScope, event: CompanyEvent): Promise<void> {
  const { type, key, at: timestamp, data } = event
  const ids = await lockWebhooksFor(tx, scope, type)
  if (ids.length === 0) return
  const mode = await findModeOfCompany(tx, scope)
  const body = JSON.stringify({ type, timestamp, mode, data })
  const messages = ids.map((webhookId) => ({
    ...{ id: nameBasedId(webhookId, key), webhook_id: webhookId, event_key: key, type, body },
  }))
  await insertDeliveries(tx, scope, messages, timestamp)
}
