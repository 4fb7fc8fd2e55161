import * as v from 'valibot'
import { aggregateSchema } from '#contract/aggregates.ts'
import { categorySchema } from '#contract/categories.ts'
import { collectionSchema } from '#contract/collections.ts'
import { customerSchema } from '#contract/customers.ts'
import { expenseSchema } from '#contract/expenses.ts'
import { invoiceSchema } from '#contract/invoices.ts'
import { productSchema } from '#contract/products.ts'
import { vendorSchema } from '#contract/vendors.ts'
import type { AccountDatabase } from './account-database.ts'
import { damagedField } from './outbox-entry-schema.ts'

const listFields = { pending: v.looseObject({ kind: v.string() }), orderKey: v.string(), shown: v.string() }
const nameFields = {
  pending: v.looseObject({ kind: v.string() }),
  nameKey: v.string(),
  keys: v.array(v.string()),
}
const time = v.number()
const pause = v.looseObject({ setAt: time, until: time })
const lease = v.looseObject({ owner: v.string(), until: time })

const serverCopy = v.variant('op', [
  v.looseObject({ key: v.string(), t: v.string(), id: v.string(), rev: v.number(), op: v.literal('delete') }),
  v.looseObject({
    ...{ key: v.string(), t: v.string(), id: v.string(), rev: v.number(), op: v.literal('put') },
    row: v.union([
      invoiceSchema,
      customerSchema,
      productSchema,
      vendorSchema,
      categorySchema,
      expenseSchema,
      collectionSchema,
    ]),
  }),
])

/** Values of `meta` that a sync computes with. A wrong one is deleted, and its default applies. */
const META_VALUES: Readonly<Record<string, v.GenericSchema>> = {
  epoch: v.string(),
  deviceId: v.string(),
  deviceSeq: v.number(),
  pending: v.number(),
  cursor: v.string(),
  counts: v.record(v.string(), v.number()),
  aliases: v.record(v.string(), v.string()),
  traffic: v.record(v.string(), v.looseObject({ up: v.number(), down: v.number() })),
  tokens: v.looseObject({ token: v.string(), refreshToken: v.string(), receivedAt: time }),
  session: v.looseObject({ user: v.looseObject({ id: v.string() }) }),
  grant: v.looseObject({ id: v.string(), until: time }),
  contact: v.looseObject({
    online: v.boolean(),
    lastContactAt: v.nullable(v.string()),
    clockSkewMs: v.number(),
  }),
  drain: v.looseObject({
    failures: v.number(),
    pause: v.nullable(pause),
    circuit: v.boolean(),
    hold: v.nullable(v.looseObject({ kind: v.string(), setAt: time, retryAt: time })),
    fruitless: v.array(time),
  }),
  'drain-lease': lease,
  'pull-lease': lease,
  'files-lease': lease,
  'replica-due': time,
  'first-pull': v.looseObject({ upTo: v.number(), last: v.number() }),
  'file-pace': v.looseObject({ bytes: v.number(), at: time }),
  'page-size': v.number(),
  returned: v.looseObject({
    epoch: v.string(),
    customers: v.array(customerSchema),
    products: v.array(productSchema),
  }),
}

function isMetaRow(row: unknown): boolean {
  if (!v.is(v.looseObject({ key: v.string(), value: v.unknown() }), row)) return false
  const schema = META_VALUES[row.key]
  return schema === undefined || v.is(schema, row.value)
}

function isBytes(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]'
}

const is = (schema: v.GenericSchema) => (row: unknown) => v.is(schema, row)

/**
 * The tables of an account that a sync reads in the worker, and whether a row of each is in the form this app stores.
 */
export const ROW_CHECKS = {
  meta: isMetaRow,
  outbox: (row: unknown) => damagedField(row) === undefined,
  invoices: is(v.intersect([invoiceSchema, v.looseObject(listFields)])),
  customers: is(v.looseObject({ ...customerSchema.entries, ...nameFields })),
  products: is(v.looseObject({ ...productSchema.entries, ...nameFields })),
  vendors: is(v.looseObject({ ...vendorSchema.entries, ...nameFields })),
  collections: is(v.looseObject({ ...collectionSchema.entries, pending: nameFields.pending })),
  categories: is(v.looseObject({ ...categorySchema.entries, pending: nameFields.pending })),
  expenses: is(v.looseObject({ ...expenseSchema.entries, ...listFields, keys: v.array(v.string()) })),
  expenseMonths: is(v.looseObject({ month: v.string(), sums: v.string() })),
  invoiceKeys: is(v.looseObject({ id: v.string(), keys: v.array(v.string()) })),
  files: is(
    v.looseObject({ sha256: v.string(), type: v.string(), size: v.number(), at: time, sent: v.number() }),
  ),
  fileContents: is(v.looseObject({ sha256: v.string(), bytes: v.custom(isBytes) })),
  aggregates: is(v.looseObject(aggregateSchema.entries)),
  overlays: is(
    v.looseObject({
      opId: v.string(),
      rows: v.array(v.looseObject({ kind: v.string(), period: v.string(), figures: v.looseObject({}) })),
    }),
  ),
  shadows: is(serverCopy),
  audit: is(v.looseObject({ at: v.string(), action: v.string(), subject: v.string() })),
  aside: is(
    v.looseObject({
      change: v.unknown(),
      came: v.optional(v.looseObject({ after: v.nullable(v.string()), upTo: v.number() })),
    }),
  ),
} satisfies Partial<Record<keyof AccountDatabase, (row: unknown) => boolean>>

export type CheckedTable = keyof typeof ROW_CHECKS
