import type { WebhookData } from '#contract/public-api/webhook-messages.ts'
import type { ApiKeyMode } from '#domain/api-keys/api-key.ts'
import { type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { type InvoiceEvent, invoiceEventsSince } from '#domain/webhooks/invoice-events.ts'
import { listApiReferences } from '../../storage/api/requests.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { listInvoices } from '../../storage/invoices/invoices.ts'
import { parseMoment } from '../../storage/row-values.ts'
import { getLastChangeId, listChanges } from '../../storage/sync/changes.ts'
import { insertDeliveries } from '../../storage/webhooks/deliveries.ts'
import { lockWebhook, updateWebhook, type WebhookPlace } from '../../storage/webhooks/webhooks.ts'
import type { Services } from '../context.ts'
import { nameBasedId } from '../operations/name-based-id.ts'

const BATCH = 200
const KEPT_MS = 30 * 24 * 3_600_000

/** From when on the settled messages to an address are kept, and events are looked for. */
export function keptMessagesFrom(now: number): Instant {
  return toInstant(now - KEPT_MS)
}

function laterOf(one: Instant, other: Instant): Instant {
  return Date.parse(one) > Date.parse(other) ? one : other
}

/** The message: what happened, the status of the invoice, and how the program calls it; the rest is asked for by its id, with a key of the same mode. */
function bodyOf(
  invoice: Invoice,
  { type, at }: InvoiceEvent,
  mode: ApiKeyMode,
  externalReference: string | null,
): string {
  const { id: invoiceId, status, rev, reference, receipt } = invoice
  const data: WebhookData<typeof type> = {
    ...{ invoiceId, externalReference, status, rev, reference },
    rctvnum: receipt?.rctvnum ?? null,
  }
  return JSON.stringify({ type, timestamp: at, mode, data })
}

/**
 * Reads what changed in the feed of the company since the last time, and writes one message for each event that the
 * address asked for. The position moves in the same transaction, and each event has one key, so a process that dies, or
 * a second one, neither loses nor doubles a message. `since` follows a month behind, but only while the address is on:
 * what happens while it is off is found when it is on again. Returns whether there is more.
 */
export async function planDeliveries(
  { db, clock }: Services,
  { mode, ...scope }: WebhookPlace,
  webhookId: string,
): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const webhook = await lockWebhook(tx, scope, webhookId)
    if (!webhook?.active) return false
    const last = await getLastChangeId(tx, scope)
    const after = Number(webhook.change_id)
    const since = parseMoment(webhook.since)
    const now: Instant = toInstant(clock.now())
    // Once the whole feed was read, what is older than this was announced: its messages may be deleted.
    const readSince = { since: laterOf(since, keptMessagesFrom(clock.now())) }
    if (last <= after) {
      await updateWebhook(tx, scope, webhookId, readSince)
      return false
    }
    const changes = await listChanges(tx, scope, { after, upTo: last, limit: BATCH, only: 'invoice' })
    const invoices = await listInvoices(
      tx,
      scope,
      changes.map(({ id }) => id),
    )
    const references = await listApiReferences(
      tx,
      scope,
      invoices.map(({ id }) => id),
    )
    const found = new Map(invoices.map((invoice) => [invoice.id, invoice]))
    const events = changes
      .flatMap(({ id }) => found.get(id) ?? [])
      .flatMap((invoice) => invoiceEventsSince(invoice, since).map((event) => ({ event, invoice })))
      .filter(({ event }) => webhook.events.includes(event.type))
      .toSorted((one, other) => Date.parse(one.event.at) - Date.parse(other.event.at))
    const deliveries = events.map(({ event, invoice }) => ({
      ...{ id: nameBasedId(webhookId, event.key), webhook_id: webhookId, event_key: event.key },
      ...{ type: event.type, body: bodyOf(invoice, event, mode, references.get(invoice.id) ?? null) },
    }))
    await insertDeliveries(tx, scope, deliveries, now)
    const isFull = changes.length === BATCH
    const position = isFull ? (changes.at(-1)?.changeId ?? last) : last
    await updateWebhook(tx, scope, webhookId, {
      change_id: String(position),
      ...(!isFull && readSince),
    })
    return isFull
  })
}
