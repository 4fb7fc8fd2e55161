import * as v from 'valibot'
import { INVOICE_STATUSES } from '#domain/invoices/invoice.ts'
import type { WebhookEvent } from '#domain/webhooks/webhook.ts'
import { IDENTITY_STATES } from '../fiscal.ts'
import { dayText, idText, momentText } from './fields.ts'

const invoiceData = v.object({
  invoiceId: idText,
  externalReference: v.pipe(
    v.nullable(v.string()),
    v.description('what your program called the invoice; null for one that was made elsewhere'),
  ),
  status: v.picklist(INVOICE_STATUSES),
  rev: v.pipe(v.number(), v.description('of two messages the one with the greater number is newer')),
  reference: v.string(),
  rctvnum: v.nullable(v.string()),
})

const companyData = v.object({
  companyId: idText,
  rev: v.pipe(v.number(), v.description('of two messages the one with the greater number is newer')),
  reason: v.pipe(v.string(), v.description('words of TRA; empty when the block has ended')),
  fiscalState: v.pipe(v.picklist(IDENTITY_STATES), v.description('state of the fiscal device now')),
})

/** What a message says of each event, in `data`. Thin: the rest is asked for by its id. Promised to others: it only grows. */
export const WEBHOOK_DATA = {
  'invoice.submitted': invoiceData,
  'invoice.issued': invoiceData,
  'invoice.attention': invoiceData,
  'invoice.canceled': invoiceData,
  'credit_note.created': invoiceData,
  'z_report.acknowledged': v.object({ day: dayText, znumber: v.string(), acknowledgedAt: momentText }),
  'company.blocked': companyData,
  'company.unblocked': companyData,
  'key.expiring': v.object({
    keyId: v.pipe(idText, v.description('the program; it stays over every rotation')),
    name: v.string(),
    hint: v.pipe(v.string(), v.description('the first characters of the key')),
    expiresAt: momentText,
  }),
} as const satisfies Readonly<Record<WebhookEvent, v.GenericSchema<unknown, unknown>>>

export type WebhookData<Event extends WebhookEvent> = v.InferInput<(typeof WEBHOOK_DATA)[Event]>

/** When each event is announced, for readers of the description. */
export const WEBHOOK_SUMMARIES: Readonly<Record<WebhookEvent, string>> = {
  'invoice.submitted': 'An invoice was submitted and has its number.',
  'invoice.issued': 'TRA has issued the receipt.',
  'invoice.attention': 'TRA does not accept the receipt yet.',
  'invoice.canceled': 'An invoice was canceled, or a draft: then `rctvnum` is null.',
  'credit_note.created': 'Goods were refunded.',
  'z_report.acknowledged': 'TRA has accepted the report of a day.',
  'company.blocked': 'TRA has blocked the company: it cannot submit until the block ends.',
  'company.unblocked': 'The block by TRA has ended. It can submit when `fiscalState` is active.',
  'key.expiring': 'A key ends within 7 days; again only when its end comes earlier.',
}

/** A whole message about an event. */
export function webhookMessageSchema<Event extends WebhookEvent>(event: Event) {
  return v.object({
    type: v.literal(event),
    timestamp: momentText,
    mode: v.pipe(v.picklist(['test', 'live']), v.description('test: it happened in the sandbox')),
    data: WEBHOOK_DATA[event],
  })
}
