import { type FiscalDay, fiscalDayOf } from '../calendar/east-africa.ts'
import { type Invoice, PAYMENT_TYPES, type PaymentType } from '../invoices/invoice.ts'
import type { Cents } from '../money/cents.ts'
import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'
import { oneLine } from '../text/one-line.ts'
import type { Collection } from './collection.ts'

export const MAX_COLLECTION_REFERENCE = 60

export const COLLECTION_REFUSALS = [
  'COLLECTION_AMOUNT_NOT_POSITIVE',
  'COLLECTION_TOO_MUCH',
  'COLLECTION_DAY_INVALID',
  'COLLECTION_BEFORE_SALE',
  'COLLECTION_TYPE_REQUIRED',
  'COLLECTION_REFERENCE_TOO_LONG',
  'COLLECTION_NOTHING_OWED',
  'COLLECTION_NOT_FOUND',
] as const
export type CollectionRefusal = (typeof COLLECTION_REFUSALS)[number]

/** The form as typed: `undefined` for an amount that could not be read. */
export type CollectionForm = {
  readonly amount: Cents | undefined
  readonly type: PaymentType | ''
  readonly reference: string
  readonly day: FiscalDay | undefined
}

export type CollectionFields = Pick<Collection, 'amount' | 'type' | 'reference' | 'day'>

/** The first day on which a sale can be paid later: its own, or `latest` where another phone's clock was ahead. */
export function firstPaymentDay({ saleAt }: Pick<Invoice, 'saleAt'>, latest: FiscalDay): FiscalDay {
  const day = fiscalDayOf(saleAt)
  return day < latest ? day : latest
}

type Limits = {
  readonly owed: Cents
  readonly latest: FiscalDay
  /** Absent on the server: it takes earlier days, which apps without this rule send. */
  readonly earliest?: FiscalDay
}

/** Validates a payment of what is `owed`: a part of it or all, received from `earliest` up to `latest`. */
export function checkCollection(
  form: CollectionForm,
  { owed, latest, earliest }: Limits,
): Result<CollectionFields, CollectionRefusal> {
  if (owed <= 0) return refuse([{ path: '', code: 'COLLECTION_NOTHING_OWED' }])
  const refusals: FieldRefusal<CollectionRefusal>[] = []
  const { amount, day } = form
  const type = PAYMENT_TYPES.find((known) => known === form.type)
  const reference = oneLine(form.reference)
  if (amount === undefined || amount <= 0) {
    refusals.push({ path: 'amount', code: 'COLLECTION_AMOUNT_NOT_POSITIVE' })
  } else if (amount > owed) refusals.push({ path: 'amount', code: 'COLLECTION_TOO_MUCH' })
  if (day === undefined || day > latest) refusals.push({ path: 'day', code: 'COLLECTION_DAY_INVALID' })
  else if (earliest !== undefined && day < earliest)
    refusals.push({ path: 'day', code: 'COLLECTION_BEFORE_SALE' })
  if (type === undefined) refusals.push({ path: 'type', code: 'COLLECTION_TYPE_REQUIRED' })
  if (reference.length > MAX_COLLECTION_REFERENCE) {
    refusals.push({ path: 'reference', code: 'COLLECTION_REFERENCE_TOO_LONG' })
  }
  if (refusals.length > 0 || amount === undefined || day === undefined || type === undefined) {
    return refuse(refusals)
  }
  return ok({ amount, type, reference, day })
}
