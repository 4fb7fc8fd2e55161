import * as v from 'valibot'
import { BOOK_TAXES } from '#domain/accounting/book-document.ts'
import { BOOK_PROBLEMS, EXACT_BOOK_PROBLEMS } from '#domain/accounting/book-problem.ts'
import { BOOK_DIFFERENCES } from '#domain/accounting/compare-books.ts'
import { INBOX_PROBLEMS } from '#domain/accounting/inbox-problem.ts'
import { ACCOUNTING_PROVIDERS } from '#domain/accounting/provider.ts'
import { endpoint } from './endpoint.ts'
import { basisPointsField, centsField } from './fields/amounts.ts'
import { fiscalDayField, instantField } from './fields/moments.ts'
import { idField, textField } from './fields/texts.ts'

const provider = v.picklist(ACCOUNTING_PROVIDERS)
const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const choiceSchema = v.object({ id: v.string(), name: v.string() })
const chosen = textField(200)

export const accountingMappingSchema = v.object({
  income: chosen,
  walkIn: textField(100),
  taxes: v.object({
    ...{ standard: chosen, zero_rated: chosen, special_relief: chosen, exempted: chosen, none: chosen },
  }),
  payments: v.object({ ...{ cash: chosen, 'e-money': chosen, credit_card: chosen, cheque: chosen } }),
})

const usedTax = v.object({ tax: v.picklist(BOOK_TAXES), rate: basisPointsField })
/** Choices of taxes for earlier rates. */
const earlierField = v.optional(
  v.pipe(v.array(v.object({ ...usedTax.entries, id: chosen })), v.maxLength(50)),
  [],
)

const sumSchema = v.object({ count: whole, total: centsField, tax: centsField })
const comparisonSchema = v.object({
  ...{ from: fiscalDayField, to: fiscalDayField, here: sumSchema, there: sumSchema },
  differences: v.pipe(
    v.array(
      v.object({
        ...{ kind: v.picklist(BOOK_DIFFERENCES), invoiceId: idField, number: v.string() },
        ...{ here: centsField, there: v.nullable(centsField) },
      }),
    ),
    v.readonly(),
  ),
})

const connectionSchema = v.object({
  provider,
  /** Whether this server can reach the service at all, and whether a simulator answers. */
  available: v.boolean(),
  simulated: v.boolean(),
  state: v.picklist(['none', 'choosing', 'active', 'reconnect', 'disconnected']),
  organization: v.string(),
  offered: v.array(choiceSchema),
  mapped: v.boolean(),
  /** Day from which receipts are booked; `null`: not started. */
  since: v.nullable(fiscalDayField),
  pausedUntil: v.nullable(instantField),
  sentAt: v.nullable(instantField),
  attaches: v.boolean(),
  /** Day from which invoices of the books become drafts; `null`: none do. */
  pullFrom: v.nullable(fiscalDayField),
  pulledAt: v.nullable(instantField),
  inbox: v.object({ taken: whole, attention: whole }),
  comparedAt: v.nullable(instantField),
  comparison: v.nullable(comparisonSchema),
  counts: v.object({ waiting: whole, done: whole, attention: whole, leftOut: whole }),
})
export type AccountingConnection = v.InferOutput<typeof connectionSchema>

const sampleSchema = v.object({
  number: v.string(),
  day: fiscalDayField,
  customer: v.string(),
  total: centsField,
  tax: centsField,
  theirTotal: centsField,
  theirTax: centsField,
})
const previewSchema = v.object({
  count: whole,
  sum: centsField,
  /** Totals of the receipts here and as the books will show them. */
  samples: v.array(sampleSchema),
  equal: v.boolean(),
})
export type AccountingPreview = v.InferOutput<typeof previewSchema>

const settingsSchema = v.object({
  income: v.array(choiceSchema),
  taxes: v.array(v.object({ ...choiceSchema.entries, rate: basisPointsField })),
  accounts: v.array(choiceSchema),
  /** The kinds of tax that the company uses, with their rates. */
  used: v.array(usedTax),
  mapping: accountingMappingSchema,
  /** Rates of earlier days that receipts wait with or that have a choice; an empty `id` is open. */
  earlier: earlierField,
})
export type AccountingSettings = v.InferOutput<typeof settingsSchema>

const entrySchema = v.object({
  invoiceId: idField,
  receipt: v.string(),
  customer: v.string(),
  total: centsField,
  state: v.picklist(['waiting', 'done', 'attention', 'left-out']),
  problem: v.nullable(v.picklist(BOOK_PROBLEMS)),
  /** The problem more exactly; an app that does not know it reads the wider one. */
  exact: v.fallback(v.optional(v.picklist(EXACT_BOOK_PROBLEMS)), undefined),
  /** The words of the service. */
  detail: v.string(),
  number: v.string(),
  at: instantField,
})
export type AccountingEntry = v.InferOutput<typeof entrySchema>

const inboxEntrySchema = v.object({
  theirId: v.string(),
  /** The draft or receipt here; `null` while there is none. */
  invoiceId: v.nullable(idField),
  state: v.picklist(['waiting', 'draft', 'submitted', 'attention', 'left-out', 'gone']),
  problem: v.nullable(v.picklist(INBOX_PROBLEMS)),
  detail: v.string(),
  number: v.string(),
  customer: v.string(),
  total: centsField,
  at: instantField,
})
export type AccountingInboxEntry = v.InferOutput<typeof inboxEntrySchema>

/** Xero and QuickBooks: connect, map, compare, book, and the log (spec §1, §2; for the owner of a company). */
export const accountingEndpoints = {
  'accounting.state': endpoint({
    method: 'GET',
    path: '/v1/accounting/apps',
    input: v.object({}),
    output: v.object({ connections: v.array(connectionSchema) }),
    refusals: [],
    access: 'signed-in',
  }),
  'accounting.connect': endpoint({
    method: 'POST',
    path: '/v1/accounting/apps/connect',
    input: v.object({ provider }),
    output: v.object({ url: v.string() }),
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** `query`: everything that the service put into the address. */
  'accounting.complete': endpoint({
    method: 'POST',
    path: '/v1/accounting/apps/complete',
    input: v.object({ query: v.record(v.string(), v.pipe(v.string(), v.maxLength(4000))) }),
    output: v.object({ provider }),
    refusals: [
      ...(['ACC_STATE', 'ACC_DENIED', 'ACC_CURRENCY', 'ACC_TAKEN'] as const),
      ...(['ACC_OTHER_ORGANIZATION', 'ACC_RECONNECT', 'NOT_FOUND'] as const),
    ],
    access: 'signed-in',
  }),
  'accounting.choose': endpoint({
    method: 'POST',
    path: '/v1/accounting/apps/choose',
    input: v.object({ provider, organizationId: textField(60) }),
    output: v.object({}),
    refusals: [
      ...(['NOT_FOUND', 'ACC_OTHER_ORGANIZATION', 'ACC_TAKEN', 'ACC_CURRENCY'] as const),
      'ACC_RECONNECT',
    ],
    access: 'signed-in',
  }),
  'accounting.settings': endpoint({
    method: 'GET',
    path: '/v1/accounting/apps/settings',
    input: v.object({ provider }),
    output: settingsSchema,
    refusals: ['NOT_FOUND', 'ACC_RECONNECT'],
    access: 'signed-in',
  }),
  'accounting.save-mapping': endpoint({
    method: 'POST',
    path: '/v1/accounting/apps/mapping',
    input: v.object({ provider, mapping: accountingMappingSchema, earlier: earlierField }),
    output: v.object({}),
    refusals: ['NOT_FOUND', 'ACC_RECONNECT', 'ACC_MAPPING'],
    access: 'signed-in',
  }),
  'accounting.preview': endpoint({
    method: 'GET',
    path: '/v1/accounting/apps/preview',
    input: v.object({ provider, since: fiscalDayField }),
    output: previewSchema,
    refusals: ['NOT_FOUND', 'ACC_RECONNECT', 'ACC_MAPPING'],
    access: 'signed-in',
  }),
  /** Books every receipt from a day on; refused while a total of the preview differs. */
  'accounting.start': endpoint({
    method: 'POST',
    path: '/v1/accounting/apps/start',
    input: v.object({ provider, since: fiscalDayField }),
    output: v.object({}),
    refusals: ['NOT_FOUND', 'ACC_RECONNECT', 'ACC_MAPPING', 'ACC_TOTALS_DIFFER'],
    access: 'signed-in',
  }),
  'accounting.log': endpoint({
    method: 'GET',
    path: '/v1/accounting/apps/log',
    input: v.object({ provider, only: v.picklist(['all', 'attention']) }),
    output: v.object({ entries: v.array(entrySchema) }),
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'accounting.settle': endpoint({
    method: 'POST',
    path: '/v1/accounting/apps/settle',
    input: v.object({ provider, invoiceId: idField, action: v.picklist(['send-again', 'leave-out']) }),
    output: v.object({}),
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  /** Takes invoices that are written in the books from a day on as drafts; `null` ends it. */
  'accounting.pull': endpoint({
    method: 'POST',
    path: '/v1/accounting/apps/pull',
    input: v.object({ provider, from: v.nullable(fiscalDayField) }),
    output: v.object({}),
    refusals: ['NOT_FOUND', 'ACC_RECONNECT', 'ACC_MAPPING'],
    access: 'signed-in',
  }),
  'accounting.attach': endpoint({
    method: 'POST',
    path: '/v1/accounting/apps/attach',
    input: v.object({ provider, attaches: v.boolean() }),
    output: v.object({}),
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'accounting.inbox': endpoint({
    method: 'GET',
    path: '/v1/accounting/apps/inbox',
    input: v.object({ provider, only: v.picklist(['all', 'attention']) }),
    output: v.object({ entries: v.array(inboxEntrySchema) }),
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'accounting.settle-inbox': endpoint({
    method: 'POST',
    path: '/v1/accounting/apps/settle-inbox',
    input: v.object({ provider, theirId: textField(100), action: v.picklist(['take-again', 'leave-out']) }),
    output: v.object({}),
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
  'accounting.compare': endpoint({
    method: 'POST',
    path: '/v1/accounting/apps/compare',
    input: v.object({ provider }),
    output: comparisonSchema,
    refusals: ['NOT_FOUND', 'ACC_RECONNECT'],
    access: 'signed-in',
  }),
  'accounting.disconnect': endpoint({
    method: 'POST',
    path: '/v1/accounting/apps/disconnect',
    input: v.object({ provider }),
    output: v.object({ revoked: v.boolean() }),
    refusals: ['NOT_FOUND'],
    access: 'signed-in',
  }),
}
