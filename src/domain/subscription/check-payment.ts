import type { FiscalDay } from '../calendar/east-africa.ts'
import type { PaymentType } from '../invoices/invoice.ts'
import type { Cents } from '../money/cents.ts'
import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'
import { oneLine } from '../text/one-line.ts'
import type { SubscriptionPayment } from './subscription.ts'

export const MAX_YEARS = 5
export const MAX_PAYMENT_TEXT = 60

export const SUBSCRIPTION_REFUSALS = [
  'SUBSCRIPTION_NOTHING_BOUGHT',
  'SUBSCRIPTION_AMOUNT_NOT_POSITIVE',
  'SUBSCRIPTION_DAY_INVALID',
  'SUBSCRIPTION_TEXT_TOO_LONG',
] as const
export type SubscriptionRefusal = (typeof SUBSCRIPTION_REFUSALS)[number]

/** The form as typed: `undefined` for what could not be read. */
export type SubscriptionPaymentForm = {
  readonly years: number
  readonly installation: boolean
  readonly amount: Cents | undefined
  readonly day: FiscalDay | undefined
  readonly type: PaymentType
  readonly reference: string
  readonly receiptNumber: string
}

export type SubscriptionPaymentFields = Omit<SubscriptionPayment, 'id' | 'canceled'>

/** Validates a payment to the provider, received up to `latest`. */
export function checkSubscriptionPayment(
  form: SubscriptionPaymentForm,
  latest: FiscalDay,
): Result<SubscriptionPaymentFields, SubscriptionRefusal> {
  const refusals: FieldRefusal<SubscriptionRefusal>[] = []
  const { years, installation, amount, day, type } = form
  const texts = { reference: oneLine(form.reference), receiptNumber: oneLine(form.receiptNumber) }
  if (years === 0 && !installation) refusals.push({ path: 'years', code: 'SUBSCRIPTION_NOTHING_BOUGHT' })
  if (amount === undefined || amount <= 0) {
    refusals.push({ path: 'amount', code: 'SUBSCRIPTION_AMOUNT_NOT_POSITIVE' })
  }
  if (day === undefined || day > latest) refusals.push({ path: 'day', code: 'SUBSCRIPTION_DAY_INVALID' })
  for (const path of ['reference', 'receiptNumber'] as const) {
    if (texts[path].length > MAX_PAYMENT_TEXT) refusals.push({ path, code: 'SUBSCRIPTION_TEXT_TOO_LONG' })
  }
  if (refusals.length > 0 || amount === undefined || day === undefined) return refuse(refusals)
  return ok({ years, installation, amount, day, type, ...texts })
}
