import * as v from 'valibot'
import { type Cents, sumCents, toCents } from '#domain/money/cents.ts'
import { centsOf } from '../accounting/amounts.ts'
import type { BookAnswer } from '../accounting/exchange.ts'
import type { BookEntry, BookOutcome } from '../accounting/gateway.ts'

const errors = v.array(
  v.object({ code: v.string(), Message: v.optional(v.string()), Detail: v.optional(v.string()) }),
)
/** Faults of the API; those of authentication are written with a small letter. */
const faultSchema = v.union([
  v.object({ Fault: v.object({ Error: errors }) }),
  v.object({
    fault: v.object({ error: v.array(v.object({ code: v.string(), message: v.optional(v.string()) })) }),
  }),
])

const entrySchema = v.object({
  Id: v.string(),
  SyncToken: v.optional(v.string()),
  DocNumber: v.optional(v.string()),
  TotalAmt: v.optional(v.number()),
  Line: v.optional(
    v.array(
      v.object({
        Amount: v.optional(v.number()),
        LinkedTxn: v.optional(v.array(v.object({ TxnId: v.string() }))),
      }),
    ),
  ),
  PrivateNote: v.optional(v.string()),
  Notes: v.optional(v.string()),
  Active: v.optional(v.boolean()),
  DisplayName: v.optional(v.string()),
  CustomerRef: v.optional(v.object({ value: v.string() })),
  TxnTaxDetail: v.optional(v.object({ TotalTax: v.optional(v.number()) })),
})
export type QuickBooksEntry = v.InferOutput<typeof entrySchema>

const writtenSchema = v.object({
  Invoice: v.optional(entrySchema),
  RefundReceipt: v.optional(entrySchema),
  CreditMemo: v.optional(entrySchema),
  Payment: v.optional(entrySchema),
  Customer: v.optional(entrySchema),
})

const FAULTS: Readonly<Record<string, BookOutcome<never>['kind'] | 'period' | 'read-only' | 'mapping'>> = {
  '3200': 'expired',
  '3100': 'ended',
  '120': 'ended',
  '3001': 'limited',
  '5010': 'again',
  '6140': 'duplicate',
  '6240': 'duplicate',
  '610': 'mapping',
  '2500': 'mapping',
  '6200': 'period',
  '6210': 'period',
  '6190': 'read-only',
}

function faultOf(body: unknown): { readonly code: string; readonly words: string } | undefined {
  const read = v.safeParse(faultSchema, body)
  if (!read.success) return undefined
  if ('Fault' in read.output) {
    const [first] = read.output.Fault.Error
    return first && { code: first.code, words: `${first.Message ?? ''} ${first.Detail ?? ''}`.trim() }
  }
  const [first] = read.output.fault.error
  return first && { code: first.code, words: first.message ?? '' }
}

/** What an answer says when it is not a success; a fault counts whatever the status is. */
export function failureOf({ status, body, retryAfterMs }: BookAnswer): BookOutcome<never> | undefined {
  const fault = faultOf(body)
  if (fault === undefined) {
    if (status === 200) return undefined
    if (status === 401) return { kind: 'expired' }
    if (status === 429) return { kind: 'limited', waitMs: retryAfterMs ?? 60_000 }
    return { kind: 'unknown', detail: `status ${status}` }
  }
  const detail = `${fault.words} (${fault.code})`.slice(0, 500)
  const kind = FAULTS[fault.code]
  switch (kind) {
    case 'expired':
    case 'ended':
      return { kind }
    case 'limited':
      return { kind, waitMs: retryAfterMs ?? 60_000 }
    case 'again':
    case 'duplicate':
      return { kind, detail }
    case 'period':
    case 'read-only':
    case 'mapping':
      return { kind: 'refused', problem: kind, detail }
    default:
      return status >= 500 ? { kind: 'unknown', detail } : { kind: 'refused', problem: 'refused', detail }
  }
}

/** An answer read by a schema. */
export function readWith<T>(
  schema: v.GenericSchema<unknown, T>,
  answer: BookAnswer | { readonly lost: string },
): BookOutcome<T> {
  if ('lost' in answer) return { kind: 'unknown', detail: answer.lost }
  const failed = failureOf(answer)
  if (failed) return failed
  const read = v.safeParse(schema, answer.body)
  return read.success
    ? { kind: 'ok', value: read.output }
    : { kind: 'unknown', detail: 'the answer is not readable' }
}

/** The entities of a query. */
export function readQuery<T>(
  entity: string,
  schema: v.GenericSchema<unknown, T>,
  answer: BookAnswer | { readonly lost: string },
): BookOutcome<T[]> {
  const read = readWith(v.object({ QueryResponse: v.record(v.string(), v.unknown()) }), answer)
  if (read.kind !== 'ok') return read
  const list = v.safeParse(v.array(schema), read.value.QueryResponse[entity] ?? [])
  return list.success
    ? { kind: 'ok', value: list.output }
    : { kind: 'unknown', detail: 'the answer is not readable' }
}

/** Invoices, refunds, payments and customers of a query. */
export function readEntries(
  entity: string,
  answer: BookAnswer | { readonly lost: string },
): BookOutcome<QuickBooksEntry[]> {
  return readQuery(entity, entrySchema, answer)
}

export function entryOf(entry: QuickBooksEntry): BookEntry {
  return {
    ...{ id: entry.Id, number: entry.DocNumber ?? '' },
    ...{ total: centsOf(entry.TotalAmt), tax: centsOf(entry.TxnTaxDetail?.TotalTax) },
  }
}

/** A voided entry has no amount, and a word about it before its note. */
export function isVoided({
  TotalAmt,
  PrivateNote = '',
}: {
  readonly TotalAmt?: number | undefined
  readonly PrivateNote?: string | undefined
}): boolean {
  return TotalAmt === 0 && /^void/i.test(PrivateNote)
}

/** A payment of nothing that applies a credit: its figure is what it applies. */
export function appliedOf(entry: QuickBooksEntry): BookEntry {
  return { ...entryOf(entry), total: centsOf(entry.Line?.[0]?.Amount) }
}

/** How much of a payment is for a document. */
function paidOf({ Line = [] }: QuickBooksEntry, id: string): Cents {
  const own = Line.filter(({ LinkedTxn = [] }) => LinkedTxn.some(({ TxnId }) => TxnId === id))
  return sumCents(own.map(({ Amount }) => centsOf(Amount) ?? toCents(0)))
}

/** Finds a payment by its note among those of a day; one whose document is gone pays nothing, or something else. */
export function findPayment(
  entries: readonly QuickBooksEntry[],
  { kind, target, marker }: { readonly kind: string; readonly target: string; readonly marker: string },
): BookEntry | null {
  const own = entries.filter(({ PrivateNote }) => PrivateNote === marker)
  if (kind === 'apply') {
    const found = own.find((entry) => paidOf(entry, target) > 0)
    return found ? { ...entryOf(found), total: paidOf(found, target) } : null
  }
  // Without an amount it is voided.
  const counting = own.filter(({ TotalAmt }) => TotalAmt !== 0)
  const isWhole = (entry: QuickBooksEntry) => paidOf(entry, target) === entryOf(entry).total
  const found = counting.find(isWhole) ?? counting[0]
  return found ? { ...entryOf(found), isLoose: !isWhole(found) } : null
}

/** What a write made. */
export function readWritten(
  answer: BookAnswer | { readonly lost: string },
  asEntry = entryOf,
): BookOutcome<BookEntry> {
  const read = readWith(writtenSchema, answer)
  if (read.kind !== 'ok') return read
  const { Invoice, RefundReceipt, CreditMemo, Payment, Customer } = read.value
  const entry = Invoice ?? RefundReceipt ?? CreditMemo ?? Payment ?? Customer
  return entry
    ? { kind: 'ok', value: asEntry(entry) }
    : { kind: 'unknown', detail: 'the answer is not readable' }
}
