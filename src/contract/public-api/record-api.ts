import * as v from 'valibot'
import { API_SCOPES } from '#domain/api-keys/api-key.ts'
import { FISCAL_PAYMENT_TYPES } from '#domain/fiscal/fiscal-receipt.ts'
import { INVOICE_STATUSES } from '#domain/invoices/invoice.ts'
import { TAX_LETTERS } from '#domain/tax/tax-type.ts'
import { IDENTITY_STATES } from '../fiscal.ts'
import { dayText, idText, momentText, pageEntries, tsh } from './fields.ts'
import { publicEndpoint } from './public-endpoint.ts'

const meSchema = v.object({
  key: v.object({
    name: v.string(),
    mode: v.picklist(['test', 'live']),
    scopes: v.array(v.picklist(API_SCOPES)),
  }),
  company: v.object({ id: idText, name: v.string(), tin: v.string(), vrn: v.string() }),
  /** State of the company's fiscal device; null before it is registered. */
  fiscalState: v.nullable(v.picklist(IDENTITY_STATES)),
  blockedByTra: v.boolean(),
})

const zReportSchema = v.object({
  day: dayText,
  znumber: v.string(),
  dailyTotal: tsh,
  gross: tsh,
  discounts: tsh,
  ticketsFiscal: v.number(),
  vatTotals: v.array(v.object({ letter: v.picklist(TAX_LETTERS), net: tsh, tax: tsh })),
  payments: v.array(v.object({ type: v.picklist(FISCAL_PAYMENT_TYPES), amount: tsh })),
  delivery: v.picklist(['waiting', 'unknown', 'acknowledged', 'refused']),
  acknowledgedAt: v.nullable(momentText),
})

const eventSchema = v.object({
  type: v.picklist(['invoice', 'customer', 'product', 'customer.deleted', 'product.deleted']),
  id: idText,
  /** Revision of the record now; null when it was deleted. */
  rev: v.nullable(v.number()),
  /** Status of an invoice now. */
  status: v.nullable(v.picklist(INVOICE_STATUSES)),
})

/** Who the key is, the days at the authority, and what changed. */
export const recordApi = {
  'auth.me': publicEndpoint({
    method: 'GET',
    path: '/api/v2/public/auth/me',
    scope: null,
    summary: 'What this key is and may do, and the state of its company.',
    input: v.strictObject({}),
    output: meSchema,
    statuses: [200],
    refusals: [],
  }),
  'z-reports.list': publicEndpoint({
    method: 'GET',
    path: '/v1/accounting/public/z-reports',
    scope: 'reports:read',
    summary: 'Daily reports to the authority, from one day to another, at most 92 days.',
    input: v.strictObject({ from: dayText, to: dayText }),
    sample: { from: '2026-11-01', to: '2026-11-30' },
    output: v.object({ data: v.array(zReportSchema) }),
    statuses: [200],
    refusals: ['KEY_SCOPE_MISSING'],
  }),
  'events.list': publicEndpoint({
    method: 'GET',
    path: '/v1/accounting/public/events',
    scope: 'events:read',
    summary:
      'Records that changed, oldest first; each once, at its latest change. Poll with the value of next.',
    input: v.strictObject(pageEntries),
    sample: { limit: '10' },
    output: v.object({
      data: v.array(eventSchema),
      /** Where the next call continues; also when nothing is left. */
      next: v.string(),
      more: v.boolean(),
      /** The value of after was too old: this page starts from the beginning. */
      reset: v.boolean(),
    }),
    statuses: [200],
    refusals: ['KEY_SCOPE_MISSING'],
  }),
}
