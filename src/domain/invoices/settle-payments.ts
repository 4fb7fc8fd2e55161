import { type Cents, sumCents, toCents } from '../money/cents.ts'
import type { InvoicePayment } from './invoice.ts'

/** The total of an invoice compared with the payment. */
export type Settlement = {
  /** What each payment pays of the invoice, in the same order: cash only as much as is due. */
  readonly payments: readonly InvoicePayment[]
  /** Still due; 0 when it is paid. */
  readonly amountDue: Cents
  /** To be given back; only ever out of cash. */
  readonly changeDue: Cents
}

/**
 * Settles a total with what the customer handed over. Change is given for cash only: too much by any other method
 * stays on the invoice, where `checkInvoice` refuses it (spec §5 "total payments must not exceed the invoice total").
 */
export function settlePayments(total: Cents, tendered: readonly InvoicePayment[]): Settlement {
  const cashless = sumCents(tendered.flatMap(({ type, amount }) => (type === 'cash' ? [] : amount)))
  let cashDue = Math.max(0, total - cashless)
  let changeDue = 0
  const payments = tendered.map((payment) => {
    if (payment.type !== 'cash') return payment
    const applied = Math.min(payment.amount, cashDue)
    cashDue -= applied
    changeDue += payment.amount - applied
    return applied === payment.amount ? payment : { ...payment, amount: toCents(applied) }
  })
  return { payments, amountDue: toCents(cashDue), changeDue: toCents(changeDue) }
}

/** The notes people pay with at a counter, in cents. */
const BANKNOTES = [500, 1000, 2000, 5000, 10_000].map((shillings) => shillings * 100)

/**
 * What a customer is likely to hand over for an amount: the next sums above it that can be paid with one kind of
 * note, smallest first, each once. Empty for nothing due.
 */
export function suggestTenders(amountDue: Cents): Cents[] {
  if (amountDue <= 0) return []
  const sums = BANKNOTES.map((note) => Math.ceil(amountDue / note) * note).filter((sum) => sum > amountDue)
  return [...new Set(sums)].sort((a, b) => a - b).map(toCents)
}
