import { type Cents, sumCents, toCents } from '../money/cents.ts'
import type { InvoicePayment } from './invoice.ts'

/** How an invoice stands against what was handed over. */
export type Settlement = {
  /** What each hand-over pays of the invoice, in the same order: cash only as much as is owed. */
  readonly payments: readonly InvoicePayment[]
  /** Still owed; 0 when it is paid. */
  readonly left: Cents
  /** To be given back; only ever out of cash. */
  readonly change: Cents
}

/**
 * Settles a total with what the customer handed over. Change is given for cash only: too much by any other way stays
 * on the invoice, where `checkInvoice` refuses it (spec §5 "total payments must not exceed the invoice total").
 */
export function settlePayments(total: Cents, handed: readonly InvoicePayment[]): Settlement {
  const cashless = sumCents(handed.flatMap(({ type, amount }) => (type === 'cash' ? [] : amount)))
  let room = Math.max(0, total - cashless)
  let change = 0
  const payments = handed.map((payment) => {
    if (payment.type !== 'cash') return payment
    const taken = Math.min(payment.amount, room)
    room -= taken
    change += payment.amount - taken
    return taken === payment.amount ? payment : { ...payment, amount: toCents(taken) }
  })
  return { payments, left: toCents(room), change: toCents(change) }
}

/** The notes people pay with at a counter, in cents. */
const NOTES = [500, 1000, 2000, 5000, 10_000].map((shillings) => shillings * 100)

/**
 * What a customer is likely to hand over for an amount: the next sum above it that can be laid down in one kind of
 * note, smallest first, each once. Empty for nothing owed.
 */
export function likelyCash(owed: Cents): Cents[] {
  if (owed <= 0) return []
  const sums = NOTES.map((note) => Math.ceil(owed / note) * note).filter((sum) => sum > owed)
  return [...new Set(sums)].sort((a, b) => a - b).map(toCents)
}
