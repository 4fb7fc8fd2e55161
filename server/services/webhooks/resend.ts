import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { Refusal } from '../../ports/refusal.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { parseMoment } from '../../storage/row-values.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { insertDeliveries, listDeliveries, updateDelivery } from '../../storage/webhooks/deliveries.ts'
import type { ServiceContext } from '../context.ts'
import { requireWebhook, webhookScope } from './manage-webhooks.ts'

type DeliveryLog = EndpointAnswer<'webhooks.deliveries'>

const SHOWN = 50
const TEST = 'webhook.test'
/** A test whose next attempt is later than this is not waited for: the person may have just repaired what did not take it. */
const LONG_WAIT_MS = 60_000

async function logOf(db: Db, scope: CompanyScope, webhookId: string): Promise<DeliveryLog> {
  const rows = await listDeliveries(db, scope, webhookId, SHOWN)
  return {
    deliveries: rows.map((row) => ({
      ...{ id: row.id, type: row.type, state: row.state, attempts: row.attempts, body: row.body },
      ...{ status: row.last_status, problem: row.last_problem, tookMs: row.last_ms },
      createdAt: parseMoment(row.created_at),
      changedAt: parseMoment(row.changed_at),
      nextAttemptAt: row.state === 'waiting' ? parseMoment(row.next_attempt_at) : null,
    })),
  }
}

/** The last messages to an address, newest first. */
export async function readDeliveries(
  context: ServiceContext,
  { id }: EndpointRequest<'webhooks.deliveries'>,
): Promise<DeliveryLog> {
  const own = webhookScope(context)
  return await inTransaction(context.db, async (tx) => {
    const { scope } = await requireWebhook(tx, own, id)
    return await logOf(tx, scope, id)
  })
}

/**
 * Sends a message that says only that the address works. One that still waits is not joined by another: it is sent now
 * where it would wait long.
 */
export async function testWebhook(
  context: ServiceContext,
  { id }: EndpointRequest<'webhooks.test'>,
): Promise<DeliveryLog> {
  const own = webhookScope(context)
  const at = toInstant(context.clock.now())
  return await inTransaction(context.db, async (tx) => {
    const { scope, mode } = await requireWebhook(tx, own, id)
    const log = await logOf(tx, scope, id)
    const waiting = log.deliveries.find(({ type, state }) => type === TEST && state === 'waiting')
    if (waiting) {
      const next = Date.parse(waiting.nextAttemptAt ?? at)
      if (next <= context.clock.now() + LONG_WAIT_MS) return log
      await updateDelivery(tx, scope, waiting.id, { attempts: 0, next_attempt_at: at, changed_at: at })
      return await logOf(tx, scope, id)
    }
    const messageId = context.newId()
    const body = JSON.stringify({ type: TEST, timestamp: at, mode, data: {} })
    const message = {
      id: messageId,
      webhook_id: id,
      event_key: `test:${messageId}`,
      type: TEST,
      body,
    }
    await insertDeliveries(tx, scope, [message], at)
    return await logOf(tx, scope, id)
  })
}

/** Sends a message of the log once more, under the id it has. */
export async function resendDelivery(
  context: ServiceContext,
  { id, deliveryId }: EndpointRequest<'webhooks.resend'>,
): Promise<DeliveryLog> {
  const own = webhookScope(context)
  const at = toInstant(context.clock.now())
  return await inTransaction(context.db, async (tx) => {
    const { scope } = await requireWebhook(tx, own, id)
    const log = await logOf(tx, scope, id)
    if (!log.deliveries.some((delivery) => delivery.id === deliveryId)) throw new Refusal('NOT_FOUND')
    await updateDelivery(tx, scope, deliveryId, {
      ...{ state: 'waiting', attempts: 0, next_attempt_at: at, changed_at: at },
    })
    return await logOf(tx, scope, id)
  })
}
