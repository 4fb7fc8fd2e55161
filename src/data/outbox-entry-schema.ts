import * as v from 'valibot'
import { pushedOperationSchema } from '#contract/sync.ts'
import { hashText } from './hash-text.ts'
import { orderingKeyFromBody } from './outbox-entry.ts'
import type { OutboxEntry } from './rows.ts'

const { writtenBy: _, ...operation } = pushedOperationSchema.entries

const count = v.pipe(v.number(), v.safeInteger())
const outcome = v.looseObject({
  at: v.string(),
  kind: v.string(),
  http: v.nullable(v.number()),
  code: v.nullable(v.string()),
})
const lease = v.looseObject({ attemptId: v.string(), owner: v.string(), until: v.number(), size: v.number() })

/** The schema of every field of a stored entry. The server limits the length of a body. */
const ENTRY_FIELDS = {
  ...operation,
  body: v.string(),
  seq: count,
  epoch: v.string(),
  companyId: v.string(),
  userId: v.string(),
  createdAt: v.string(),
  tzOffsetMinutes: v.number(),
  clockSkewMs: v.number(),
  state: v.picklist(['queued', 'sending', 'done', 'attention', 'blocked']),
  attempts: count,
  serverErrors: count,
  aloneErrors: count,
  crashes: count,
  aloneCrashes: count,
  firstSentAt: v.nullable(v.string()),
  nextAt: v.number(),
  waitSetAt: v.number(),
  lease: v.nullable(lease),
  last: v.nullable(outcome),
  ackChangeId: v.nullable(v.number()),
  writtenBy: v.optional(v.looseObject({ userId: v.string(), deviceId: v.string() })),
  handedOverAt: v.optional(v.string()),
  tries: v.optional(count),
  firstOpId: v.optional(v.string()),
  attempt: v.optional(count),
} satisfies Record<Exclude<keyof OutboxEntry, 'result'>, v.GenericSchema>

const entrySchema = v.looseObject(ENTRY_FIELDS)

/**
 * The first field that makes a stored row unusable; `undefined` for a valid entry. The hash of its body is not
 * compared.
 */
export function damagedField(row: unknown): string | undefined {
  const parsed = v.safeParse(entrySchema, row, { abortEarly: true })
  if (parsed.success) return undefined
  const [issue] = parsed.issues
  return (v.getDotPath(issue) ?? '').split('.')[0] || 'row'
}

/** Whether the text of an operation is unchanged since it was queued. */
export function isBodyIntact({ body, bodyHash }: Pick<OutboxEntry, 'body' | 'bodyHash'>): boolean {
  return hashText(body) === bodyHash
}

/**
 * An entry that replaces a damaged row, with every field that can still be read: it needs a person, and keeps its
 * position and dependents. It can be sent again only if its body still matches its hash. `fallback` supplies what is
 * missing; a missing device number is 0.
 */
export function placeholderOf(
  row: unknown,
  fallback: Pick<OutboxEntry, 'seq' | 'opId' | 'lane' | 'epoch' | 'companyId' | 'userId' | 'createdAt'>,
): OutboxEntry {
  const found = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : {}
  const kept = Object.entries(ENTRY_FIELDS).flatMap(([field, schema]) =>
    found[field] !== undefined && v.is(schema, found[field]) ? [[field, found[field]]] : [],
  )
  const body = typeof found['body'] === 'string' ? found['body'] : ''
  const { type = 'unknown', bodyHash = '' } = Object.fromEntries(kept) as Partial<OutboxEntry>
  const named = isBodyIntact({ body, bodyHash }) ? orderingKeyFromBody({ type, body }) : undefined
  return {
    deviceSeq: 0,
    dependsOn: [],
    type: 'unknown',
    v: 1,
    bodyHash: '0'.repeat(64),
    tzOffsetMinutes: 0,
    clockSkewMs: 0,
    attempts: 0,
    firstSentAt: null,
    nextAt: 0,
    waitSetAt: 0,
    ...fallback,
    ...(named === undefined ? {} : { lane: named }),
    // Each value was checked by the schema of its field before.
    ...(Object.fromEntries(kept) as Partial<OutboxEntry>),
    seq: fallback.seq,
    body,
    serverErrors: 0,
    aloneErrors: 0,
    crashes: 0,
    aloneCrashes: 0,
    state: 'attention',
    lease: null,
    last: { at: fallback.createdAt, kind: 'held', http: null, code: 'OPERATION_DAMAGED' },
    result: null,
    ackChangeId: null,
  }
}
