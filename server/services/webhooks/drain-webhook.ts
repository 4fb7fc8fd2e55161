import { createHash } from 'node:crypto'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { webhookPauseMs } from '#domain/webhooks/retry.ts'
import type { WebhookGateway, WebhookOutcome } from '../../gateways/webhooks/gateway.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import {
  claimDelivery,
  deleteOldDeliveries,
  type StoredDelivery,
  updateDelivery,
} from '../../storage/webhooks/deliveries.ts'
import {
  findPlaceOfWebhook,
  lockWebhook,
  type StoredWebhook,
  updateWebhook,
} from '../../storage/webhooks/webhooks.ts'
import type { Services } from '../context.ts'
import type { MailServices } from '../invoices/send-invoice-mails.ts'
import { keptMessagesFrom, planDeliveries } from './plan-deliveries.ts'
import { reportStopped } from './report-stopped.ts'

/** No other process takes a message for so long. One whose process died is sent again, under the same id. */
const CLAIM_MS = 60_000
const GONE = 410

/** The secrets that sign now, the newest first. */
function secretsOf({ encryption }: Services, webhook: StoredWebhook, now: number): string[] {
  const { secret, previous_secret: previous, previous_until: until } = webhook
  const isGood = previous !== null && until !== null && Date.parse(until) > now
  return [secret, ...(isGood ? [previous] : [])].map((sealed) => encryption.decrypt(sealed))
}

/** A number from 0 to 1 that differs from message to message and is the same on every process. */
function chanceOf({ id, attempts }: StoredDelivery): number {
  return createHash('sha256').update(`${id} ${attempts}`).digest().readUInt32BE(0) / 2 ** 32
}

async function saveOutcome(
  services: MailServices,
  scope: CompanyScope,
  delivery: StoredDelivery,
  outcome: WebhookOutcome,
): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const status = outcome.kind === 'answered' ? outcome.status : null
  const problem = outcome.kind === 'answered' ? '' : outcome.reason
  const attempt = {
    ...{ last_status: status, last_problem: problem, last_ms: outcome.tookMs, changed_at: toInstant(now) },
  }
  const isTaken = status !== null && status >= 200 && status < 300
  const asked = outcome.kind === 'answered' ? outcome.retryAfterMs : 0
  const pause = webhookPauseMs(delivery.attempts, chanceOf(delivery), asked)
  const stoppedBy = status === GONE ? 'gone' : 'failing'
  const stopped = await inTransaction(db, async (tx) => {
    if (isTaken) {
      await updateDelivery(tx, scope, delivery.id, { ...attempt, state: 'delivered' })
    } else if (status === GONE || pause === undefined) {
      const webhook = await lockWebhook(tx, scope, delivery.webhook_id)
      await updateDelivery(tx, scope, delivery.id, { ...attempt, state: 'failed' })
      await updateWebhook(tx, scope, delivery.webhook_id, { active: false, stopped_by: stoppedBy })
      // Another process may have switched it off a moment before: one mail is enough.
      return webhook?.active ? webhook : undefined
    } else {
      const next = toInstant(now + pause)
      await updateDelivery(tx, scope, delivery.id, { ...attempt, next_attempt_at: next })
    }
    return undefined
  })
  if (stopped) await reportStopped(services, scope, stopped, stoppedBy)
}

/**
 * Writes the messages that an address is owed, and sends those that are due, one after the other. After one that was
 * not taken the others wait for the next run, so that an address that hangs keeps no worker.
 */
export async function drainWebhook(
  services: MailServices,
  gateway: WebhookGateway,
  webhookId: string,
  shouldContinue: () => boolean = () => true,
): Promise<void> {
  const { db, clock, log } = services
  const place = await findPlaceOfWebhook(db, webhookId)
  if (place === undefined) return
  const scope = { companyId: place.companyId }
  while (shouldContinue() && (await planDeliveries(services, place, webhookId))) {
    // Page by page.
  }
  await deleteOldDeliveries(db, scope, webhookId, keptMessagesFrom(clock.now()))
  while (shouldContinue()) {
    const webhook = await lockWebhook(db, scope, webhookId)
    if (!webhook?.active) return
    const now = clock.now()
    const window = { now: toInstant(now), until: toInstant(now + CLAIM_MS) }
    const delivery = await claimDelivery(db, scope, webhookId, window)
    if (delivery === undefined) return
    const { id, body } = delivery
    const timestamp = Math.floor(now / 1_000)
    const secrets = secretsOf(services, webhook, now)
    const outcome = await gateway.post({ url: webhook.url, id, timestamp, body, secrets })
    await saveOutcome(services, scope, delivery, outcome)
    const status = outcome.kind === 'answered' ? outcome.status : null
    log({
      event: 'webhook',
      webhookId,
      deliveryId: id,
      attempt: delivery.attempts,
      kind: outcome.kind,
      status,
    })
    if (status === null || status >= 300) return
  }
}
