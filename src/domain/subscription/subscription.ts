import { addDays, type FiscalDay } from '../calendar/east-africa.ts'
import { addMonths, firstOfMonth } from '../calendar/month-days.ts'
import type { PaymentType } from '../invoices/invoice.ts'
import type { Cents } from '../money/cents.ts'

/** Money that a company paid to the provider, as a platform admin recorded it. */
export type SubscriptionPayment = {
  readonly id: string
  /** When it was received. */
  readonly day: FiscalDay
  /** Years of use that it pays; 0 for the installation alone. */
  readonly years: number
  readonly installation: boolean
  /** Including VAT. */
  readonly amount: Cents
  readonly type: PaymentType
  readonly reference: string
  /** Number of the receipt that the provider issued for it; may be empty. */
  readonly receiptNumber: string
  /** Entered by mistake: it counts no more, but stays visible. */
  readonly canceled: boolean
}

/** Both days included. */
export type PaidPeriod = { readonly from: FiscalDay; readonly until: FiscalDay }

/** From how many days before its end a subscription is due again. */
export const DUE_DAYS = 30

/**
 * The days that each payment pays, by its id: a year begins after the last one that is paid, or on the day of the
 * payment if that is later. Payments count in the order of their days.
 */
export function paidPeriods(payments: readonly SubscriptionPayment[]): ReadonlyMap<string, PaidPeriod> {
  const periods = new Map<string, PaidPeriod>()
  let paidUntil: FiscalDay | undefined
  const counted = payments.filter(({ canceled, years }) => !canceled && years > 0)
  for (const { id, day, years } of counted.sort(inOrder)) {
    const from: FiscalDay = paidUntil === undefined || paidUntil < day ? day : addDays(paidUntil, 1)
    paidUntil = addDays(yearsLater(from, years), -1)
    periods.set(id, { from, until: paidUntil })
  }
  return periods
}

function inOrder(a: SubscriptionPayment, b: SubscriptionPayment): number {
  return a.day === b.day ? a.id.localeCompare(b.id) : a.day < b.day ? -1 : 1
}

/** The same day of a later year; 29 February becomes 1 March where there is none. */
function yearsLater(day: FiscalDay, years: number): FiscalDay {
  // Counted from the first of the month: only some browsers read a day that does not exist as the one after it.
  return addDays(addMonths(firstOfMonth(day), 12 * years), Number(day.slice(8)) - 1)
}

/** `unpaid`: no year was ever paid. */
export type SubscriptionStatus = 'unpaid' | 'paid' | 'due' | 'ended'

export type SubscriptionState = {
  readonly status: SubscriptionStatus
  /** The last day that is paid; absent while none is. */
  readonly paidUntil?: FiscalDay
  readonly installationPaid: boolean
}

/** What a company has paid until when (spec §2, /payment). It blocks nothing: spec §4 blocks by TRA and by hand only. */
export function subscriptionState(
  payments: readonly SubscriptionPayment[],
  today: FiscalDay,
): SubscriptionState {
  const installationPaid = payments.some(({ installation, canceled }) => installation && !canceled)
  const ends = [...paidPeriods(payments).values()].map(({ until }) => until).sort()
  const paidUntil = ends.at(-1)
  if (paidUntil === undefined) return { status: 'unpaid', installationPaid }
  if (paidUntil < today) return { status: 'ended', paidUntil, installationPaid }
  const status = addDays(today, DUE_DAYS) > paidUntil ? 'due' : 'paid'
  return { status, paidUntil, installationPaid }
}

/** Whether the installation is asked for: with the first year, unless it is paid. */
export function isInstallationDue({ status, installationPaid }: SubscriptionState): boolean {
  return status === 'unpaid' && !installationPaid
}
