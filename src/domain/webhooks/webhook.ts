import type { FieldRefusal } from '../refusal.ts'

/** What happens to an invoice. */
export const INVOICE_EVENTS = [
  'invoice.submitted',
  'invoice.issued',
  'invoice.attention',
  'invoice.canceled',
  'credit_note.created',
] as const

/** What happens to the company at the authority, and to its keys. */
export const COMPANY_EVENTS = [
  'z_report.acknowledged',
  'company.blocked',
  'company.unblocked',
  'key.expiring',
] as const

/** What a company's programs can be notified of. */
export const WEBHOOK_EVENTS = [...INVOICE_EVENTS, ...COMPANY_EVENTS] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Whether an event is about an invoice. Apps of before 2026-11-28 read only these in the list of addresses. */
export function isInvoiceEvent(event: WebhookEvent): event is (typeof INVOICE_EVENTS)[number] {
  return INVOICE_EVENTS.some((known) => known === event)
}

/** Addresses that one company may have. */
export const MAX_WEBHOOKS = 5
export const MAX_WEBHOOK_URL = 500

export const WEBHOOK_REFUSALS = [
  'WEBHOOK_ADDRESS_INVALID',
  'WEBHOOK_EVENTS_REQUIRED',
  'WEBHOOK_TOO_MANY',
] as const
export type WebhookRefusal = (typeof WEBHOOK_REFUSALS)[number]

/** The form of a new address. */
export type WebhookFields = { readonly url: string; readonly events: readonly WebhookEvent[] }

/** https on its usual port, a name with a dot (no bare number), no user and password, no part after `#`. */
const ADDRESS = /^https:\/\/(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d](?:[/?][^\s#]*)?$/i

/**
 * What is wrong with the form of a new address, at its fields. Whether the host is one of the internet is seen at each
 * attempt, when its name is resolved.
 */
export function checkWebhook({ url, events }: WebhookFields): FieldRefusal<WebhookRefusal>[] {
  const found: FieldRefusal<WebhookRefusal>[] = []
  if (url.length > MAX_WEBHOOK_URL || !ADDRESS.test(url)) {
    found.push({ path: 'url', code: 'WEBHOOK_ADDRESS_INVALID' })
  }
  if (events.length === 0) found.push({ path: 'events', code: 'WEBHOOK_EVENTS_REQUIRED' })
  return found
}
