import * as v from 'valibot'
import { aggregateSchema } from './aggregates.ts'
import { categorySchema } from './categories.ts'
import { collectionSchema } from './collections.ts'
import { customerSchema } from './customers.ts'
import { expenseSchema } from './expenses.ts'
import { environmentFields } from './fields/environment.ts'
import { instantField } from './fields/moments.ts'
import { idField, sha256Field } from './fields/texts.ts'
import { invoiceSchema } from './invoices.ts'
import { operatorRightsSchema } from './operator-rights.ts'
import { productSchema } from './products.ts'
import { companySchema, companySettingsSchema, taxRateSchema } from './session.ts'
import { vendorSchema } from './vendors.ts'

/** A push has at most this many operations and this many bytes of uncompressed JSON. */
export const PUSH_MAX_OPERATIONS = 50
export const PUSH_MAX_BYTES = 256 * 1024
export const PULL_MAX_CHANGES = 500

const nonceField = v.pipe(v.string(), v.minLength(8), v.maxLength(64))
const sequence = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

export const pushedOperationSchema = v.object({
  opId: idField,
  /** Gapless per device and epoch, so that both sides can detect a gap. */
  deviceSeq: sequence,
  type: v.pipe(v.string(), v.maxLength(40)),
  v: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  lane: v.pipe(v.string(), v.maxLength(120)),
  dependsOn: v.pipe(v.array(idField), v.maxLength(50)),
  bodyHash: sha256Field,
  /** Canonical JSON text, frozen when it was queued; its SHA-256 is `bodyHash`. */
  body: v.pipe(v.string(), v.maxLength(PUSH_MAX_BYTES)),
  /**
   * Author and device of an operation that this phone imported from another phone. Absent for its own. An operation
   * keeps its id on every phone, so that both phones may send it.
   */
  writtenBy: v.optional(v.object({ userId: idField, deviceId: idField })),
})
export type PushedOperation = v.InferOutput<typeof pushedOperationSchema>

export const pushRequestSchema = v.object({
  proto: v.pipe(v.number(), v.safeInteger()),
  /** Echoed in the answer, which proves that it came from our server and not from a captive portal. */
  nonce: nonceField,
  companyId: idField,
  userId: idField,
  deviceId: idField,
  epoch: idField,
  /** How far the phone has read the feed: a server that was restored detects it before it assigns a number. */
  cursor: v.optional(v.pipe(v.string(), v.maxLength(150))),
  /** Empty only with `lost`. */
  ops: v.pipe(v.array(pushedOperationSchema), v.maxLength(PUSH_MAX_OPERATIONS)),
  /** So many operations of this epoch are gone from the phone and will not come: the person and the owner are informed. */
  lost: v.optional(v.object({ count: sequence, noticedAt: instantField })),
  /**
   * Replaces the bearer token after the session ended. The signature (ECDSA P-256, SHA-256, base64url) is over
   * `grantText(request)`.
   */
  grant: v.optional(v.object({ id: idField, signature: v.pipe(v.string(), v.maxLength(200)) })),
})
export type PushRequest = v.InferOutput<typeof pushRequestSchema>

/** The text a delivery grant signs: everything that decides what is pushed and for which account, one item a line. */
export function grantText(request: Omit<PushRequest, 'grant'>, grantId: string): string {
  return [
    grantId,
    request.nonce,
    request.companyId,
    request.userId,
    request.deviceId,
    request.epoch,
    ...request.ops.map(({ opId, deviceSeq, type, v: version, bodyHash, writtenBy }) => {
      const author = writtenBy ? ` ${writtenBy.userId} ${writtenBy.deviceId}` : ''
      return `${opId} ${deviceSeq} ${type} ${version} ${bodyHash}${author}`
    }),
  ].join('\n')
}

const fieldRefusal = v.object({ path: v.string(), code: v.string() })

/** A change of one table. */
function changeOf<const Table extends string, Row extends v.GenericSchema>(table: Table, row: Row) {
  return v.object({
    t: v.literal(table),
    id: v.string(),
    rev: v.number(),
    op: v.picklist(['put', 'delete']),
    row: v.nullable(row),
  })
}

/** A record as the server has it. `t` names the table; an unreadable change is quarantined, never rejected. */
export const changeSchema = v.variant('t', [
  changeOf('invoice', invoiceSchema),
  changeOf('customer', customerSchema),
  changeOf('product', productSchema),
  changeOf('expense', expenseSchema),
  changeOf('collection', collectionSchema),
  changeOf('vendor', vendorSchema),
  changeOf('category', categorySchema),
  changeOf('aggregate', aggregateSchema),
  changeOf(
    'company',
    /** With the settings and the dated rates of the company, which an older server does not send. */
    v.object({
      ...companySchema.entries,
      settings: v.optional(companySettingsSchema),
      rates: v.optional(v.array(taxRateSchema)),
    }),
  ),
])
export type Change = v.InferOutput<typeof changeSchema>

/** The result of one operation. `done` and `refused` are final and stored; `retry` is not. */
export const operationResultSchema = v.variant('state', [
  v.object({
    state: v.literal('done'),
    opId: idField,
    bodyHash: sha256Field,
    /** The pull cursor includes this operation once it has passed this number. */
    changeId: sequence,
    /** The record after the operation (an invoice with its numbers), so that the phone shows it at once. */
    change: v.nullable(changeSchema),
    /** The id under which the server stores the record, when it already had it under another. */
    alias: v.optional(v.object({ from: idField, to: idField })),
    /** Of an import: rows that the server refused, by the id of their record, and records it had under another id. */
    refusedRows: v.optional(v.array(v.object({ id: idField, code: v.string() }))),
    aliases: v.optional(v.array(v.object({ from: idField, to: idField }))),
  }),
  v.object({
    state: v.literal('refused'),
    opId: idField,
    bodyHash: sha256Field,
    code: v.string(),
    fields: v.optional(v.array(fieldRefusal)),
    data: v.optional(v.record(v.string(), v.unknown())),
  }),
  v.object({
    state: v.literal('retry'),
    opId: idField,
    bodyHash: sha256Field,
    code: v.string(),
    retryAfterMs: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
])
export type OperationResult = v.InferOutput<typeof operationResultSchema>

/** Results are matched by `opId`; an entry the answer does not name stays as it was. */
export const pushAnswerSchema = v.object({
  proto: v.literal(1),
  nonce: nonceField,
  serverTime: instantField,
  /** Highest `deviceSeq` up to which the server has received this device and epoch without a gap. */
  contiguousDeviceSeq: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Another phone has used these numbers too: this one was copied, and begins an epoch of its own. */
  forked: v.optional(v.boolean()),
  results: v.array(v.unknown()),
})
export type PushAnswer = v.InferOutput<typeof pushAnswerSchema>

/** Tables whose copy on the phone is compared with the server's once a day. */
export const COMPARED_TABLES = ['invoice', 'customer', 'product', 'expense'] as const
/** Tables compared since later. They have a list of their own: older apps read no answer with a table they do not know. */
export const LATER_COMPARED_TABLES = ['vendor', 'category'] as const

export const pullRequestSchema = v.object({
  cursor: v.optional(v.pipe(v.string(), v.maxLength(150))),
  limit: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/))),
  /** Only changes of this table: to fetch again the records that were found to differ. */
  only: v.optional(v.picklist([...COMPARED_TABLES, ...LATER_COMPARED_TABLES, 'collection', 'aggregate'])),
  /** A first sync that begins with what is needed at once and then goes from the newest change to the oldest. */
  order: v.optional(v.literal('newest')),
  nonce: nonceField,
})

/**
 * One page of the change feed, in commit order; of a first sync that goes backwards, newest first. Apply it together
 * with `next`.
 */
export const pullAnswerSchema = v.object({
  proto: v.literal(1),
  nonce: nonceField,
  serverTime: instantField,
  changes: v.array(v.unknown()),
  next: v.string(),
  /** `changeId` up to which the page reaches; compare with `ackChangeId` of done work. */
  upTo: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** While a first sync goes backwards: changes up to this number are still to come. */
  from: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  /** `changeId` of the newest change there is, so that a phone can show the progress of its first sync. */
  last: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  more: v.boolean(),
  /** What the person may do besides selling, at the moment. */
  rights: v.optional(operatorRightsSchema),
  /** Name of the person at the moment; an administrator may correct it. */
  person: v.optional(v.object({ firstName: v.string(), lastName: v.string() })),
  /** Authority that receipts of the company are sent to at the moment. */
  environment: environmentFields.environment,
  /** True when the cursor was too old or of another server epoch: rebuild the pulled records. */
  reset: v.optional(v.boolean()),
  /**
   * With `reset`: the server was restored from a backup made at `since`. Return what it may have lost: receipts with
   * a number from `fromGc` on, and refunds and cancellations that it got after `since`.
   */
  recover: v.optional(
    v.object({
      epoch: idField,
      fromGc: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      since: instantField,
    }),
  ),
})
export type PullAnswer = v.InferOutput<typeof pullAnswerSchema>

export const digestRequestSchema = v.object({
  /** The phone's cursor; records are compared only while the company has no newer change. */
  cursor: v.pipe(v.string(), v.maxLength(150)),
  nonce: nonceField,
})

/** Number and hash of the records a phone must hold, table by table; invoices by the month of their sale. */
export const digestAnswerSchema = v.object({
  proto: v.literal(1),
  nonce: nonceField,
  /** The company has changed since that cursor: nothing can be compared now. */
  moved: v.boolean(),
  /** First month compared, `YYYY-MM`; a month without a slice has no invoice. */
  fromMonth: v.string(),
  slices: v.array(
    v.object({
      t: v.picklist(COMPARED_TABLES),
      month: v.nullable(v.string()),
      count: v.number(),
      hash: v.string(),
    }),
  ),
  laterSlices: v.exactOptional(
    v.array(v.object({ t: v.picklist(LATER_COMPARED_TABLES), count: v.number(), hash: v.string() })),
  ),
  /** Payments on account. Absent from an older server; an older app passes it over. */
  collections: v.exactOptional(v.object({ count: v.number(), hash: v.string() })),
  /** Stored totals. Absent for a person who has totals of the own sales alone: no stored ones are compared with those. */
  totals: v.exactOptional(v.object({ count: v.number(), hash: v.string() })),
})
export type DigestAnswer = v.InferOutput<typeof digestAnswerSchema>

export const pingAnswerSchema = v.object({ proto: v.literal(1), nonce: nonceField, serverTime: instantField })

/** What the server knows of operations: used after an unknown outcome and by "check now". */
export const operationsRequestSchema = v.object({
  ids: v.pipe(v.string(), v.maxLength(2000)),
  nonce: nonceField,
})
export const operationsAnswerSchema = v.object({
  proto: v.literal(1),
  nonce: nonceField,
  known: v.array(v.unknown()),
  unknown: v.array(idField),
})
