import type { Generated } from 'kysely'
import type { WebhookEvent } from '#domain/webhooks/webhook.ts'
import type { BigInteger, Moment } from '../column-types.ts'

export type WebhooksTable = {
  id: string
  company_id: string
  url: string
  events: WebhookEvent[]
  /** Encrypted. */
  secret: string
  /** Encrypted; signs beside the new one until `previous_until`. */
  previous_secret: string | null
  previous_until: Moment | null
  active: boolean
  /** Why it is not active: a person, the address itself (410), or too many failures. */
  stopped_by: Generated<'' | 'person' | 'gone' | 'failing'>
  /** Up to where the feed of the company was read for it. */
  change_id: BigInteger
  /** What happened before is not announced, or was already. */
  since: Moment
  created_at: Moment
}

export type WebhookDeliveriesTable = {
  /** The `webhook-id`, the same over all attempts. */
  id: string
  company_id: string
  webhook_id: string
  event_key: string
  type: string
  body: string
  state: 'waiting' | 'delivered' | 'failed'
  attempts: Generated<number>
  next_attempt_at: Moment
  last_status: number | null
  last_problem: Generated<string>
  last_ms: number | null
  created_at: Moment
  changed_at: Moment
}
