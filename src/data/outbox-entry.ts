import * as v from 'valibot'
import {
  OPERATION_TYPES,
  OPERATION_VERSION,
  type OperationBody,
  type OperationType,
  operationBodies,
} from '#contract/operations.ts'
import { UNSTORED_REFUSALS } from '#contract/unstored-refusals.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import type { OutboxEntry } from './rows.ts'

/** The kinds of record an operation can be about. */
export const RECORD_KINDS = [
  'invoice',
  'customer',
  'product',
  'vendor',
  'category',
  'expense',
  'collection',
] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

const ORDERING_KEY_PREFIX: Record<RecordKind, string> = {
  invoice: 'inv',
  customer: 'cust',
  product: 'prod',
  vendor: 'vend',
  category: 'cat',
  expense: 'exp',
  collection: 'pay',
}

/** What must stay in order: everything about one record. Ordering keys do not wait for each other. */
export function orderingKeyOf(kind: RecordKind, id: string): string {
  return `${ORDERING_KEY_PREFIX[kind]}:${id}`
}

/** E-mails of an invoice have their own key: a refused one does not block the invoice's other operations. */
export function mailOrderingKey(invoiceId: string): string {
  return `mail:${invoiceId}`
}

/** The content of a file has its own key, separate from its expense, and is sent after everything else. */
export function fileOrderingKey(expenseId: string, sha256: string): string {
  return `file:${expenseId}:${sha256}`
}

/** Each chunk of an imported file has a key of its own: a refused one does not block the others. */
export function importOrderingKey(chunkId: string): string {
  return `imp:${chunkId}`
}

/** The chunk of an imported file that has not written a record on the server yet, by its ordering key. */
export function importKeyOf({ pending }: { readonly pending: PendingWork }): string | undefined {
  return pending.kind === 'waiting' ? pending.importKey : undefined
}

/** The expense and the file of an ordering key made by `fileOrderingKey`. */
export function fileOfOrderingKey(
  orderingKey: string,
): { readonly expenseId: string; readonly sha256: string } | undefined {
  const [prefix, expenseId, sha256] = orderingKey.split(':')
  return prefix === 'file' && expenseId && sha256 ? { expenseId, sha256 } : undefined
}

/** The record of an ordering key; `undefined` for a key of a newer version. */
export function recordOfOrderingKey(
  orderingKey: string,
): { readonly kind: RecordKind; readonly id: string } | undefined {
  const [prefix, id] = orderingKey.split(':')
  if (id === undefined) return undefined
  for (const kind of RECORD_KINDS) {
    if (ORDERING_KEY_PREFIX[kind] === prefix) return { kind, id }
  }
  return undefined
}

/** Not sent completely: everything but `done`. */
export function isUnsent(entry: Pick<OutboxEntry, 'state'>): boolean {
  return entry.state !== 'done'
}

/** Not answered, and nothing holds it up: what needs a person may never happen. */
export function isOnItsWay({ state }: Pick<OutboxEntry, 'state'>): boolean {
  return state === 'queued' || state === 'sending'
}

/** It cannot have been sent: this phone did not send it, and no other phone received it. */
export function isOnlyOnDevice(entry: Pick<OutboxEntry, 'firstSentAt' | 'handedOverAt'>): boolean {
  return entry.firstSentAt === null && entry.handedOverAt === undefined
}

/** Never sent, so it may still be canceled or replaced. */
export function wasNeverSent(entry: Pick<OutboxEntry, 'firstSentAt' | 'handedOverAt' | 'state'>): boolean {
  return isOnlyOnDevice(entry) && (entry.state === 'queued' || entry.state === 'blocked')
}

const CONTENT_WRITE_TYPES: ReadonlySet<string> = new Set<OperationType>([
  'invoice.save',
  'invoice.submit',
  'customer.save',
  'product.save',
  'vendor.save',
  'category.save',
  'expense.save',
])

/** Whether an operation contains what a person wrote, so that a server record must not replace it silently. */
export function isContentWrite(entry: Pick<OutboxEntry, 'type'>): boolean {
  return CONTENT_WRITE_TYPES.has(entry.type)
}

/** Whether an operation writes the rows of a file. */
export function isImport(entry: Pick<OutboxEntry, 'type'>): boolean {
  return entry.type === 'customer.import' || entry.type === 'product.import'
}

/** An operation of a newer version stays queued until the app is updated. */
export function isKnownOperation(entry: Pick<OutboxEntry, 'type' | 'v'>): boolean {
  return OPERATION_TYPES.some((type) => type === entry.type) && entry.v <= OPERATION_VERSION
}

/** Whether the wait of an entry is over. A clock that went back before the wait began makes it due. */
export function isDue(entry: Pick<OutboxEntry, 'nextAt' | 'waitSetAt'>, now: number): boolean {
  return now >= entry.nextAt || now < entry.waitSetAt
}

const TRANSIENT_REFUSALS: ReadonlySet<string> = UNSTORED_REFUSALS

/**
 * The server has refused this operation for good: it was not executed, and only under another id is it checked again.
 * After a refusal that the server does not store, a new id could be executed beside the old one.
 */
export function needsNewId({ state, last }: Pick<OutboxEntry, 'state' | 'last'>): boolean {
  return state === 'attention' && last?.kind === 'refused' && !TRANSIENT_REFUSALS.has(last.code ?? '')
}

/** Parses a JSON text; `undefined` for a text that a damaged storage truncated. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The body of an entry of a type; `undefined` when a newer version wrote it, or when the storage damaged it. */
export function readBody<T extends OperationType>(
  type: T,
  entry: Pick<OutboxEntry, 'body'>,
): OperationBody<T> | undefined {
  const parsed = v.safeParse(operationBodies[type][1], parseText(entry.body))
  // The schema is the operation's own; the compiler cannot follow a lookup by a type parameter.
  return parsed.success ? (parsed.output as OperationBody<T>) : undefined
}

/** Whether a record leaves the lists with an operation: it is deleted, or merged into another one. */
function removesRecord({ type }: Pick<OutboxEntry, 'type'>): boolean {
  return type.endsWith('.delete') || type === 'customer.merge'
}

/**
 * The ordering key of an operation from its text alone, for an entry whose own was lost; `undefined` where the text
 * does not contain it.
 */
export function orderingKeyFromBody({ type, body }: Pick<OutboxEntry, 'type' | 'body'>): string | undefined {
  const parsed = v.safeParse(v.record(v.string(), v.unknown()), parseText(body))
  const idOf = (field: string) => (parsed.success ? v.safeParse(v.string(), parsed.output[field]) : undefined)
  const kind = RECORD_KINDS.find((one) => type.startsWith(`${one}.`))
  const id = kind && idOf(`${kind}Id`)
  if (!kind || !id?.success) return undefined
  if (type === 'invoice.email') return mailOrderingKey(id.output)
  if (type !== 'expense.keep-file') return orderingKeyOf(kind, id.output)
  const sha256 = idOf('sha256')
  return sha256?.success ? fileOrderingKey(id.output, sha256.output) : undefined
}

/** What a list shows about a record, from the entries of its ordering key. */
export function pendingOf(entries: readonly OutboxEntry[]): PendingWork {
  const unsent = entries.filter(isUnsent)
  const stuck = unsent.find((entry) => entry.state === 'attention' || entry.state === 'blocked')
  if (stuck) {
    const code = stuck.state === 'blocked' ? 'OPERATION_DEPENDENCY_REFUSED' : stuck.last?.code
    return { kind: 'attention', code: code ?? 'UNEXPECTED' }
  }
  if (unsent.length === 0) return { kind: 'none' }
  const cancel = unsent.find((entry) => entry.type === 'invoice.cancel')
  return {
    kind: 'waiting',
    submits: unsent.some((entry) => entry.type === 'invoice.submit'),
    ...(unsent.some(removesRecord) && { deletes: true }),
    ...(cancel && { cancels: readBody('invoice.cancel', cancel)?.reason ?? '' }),
  }
}
