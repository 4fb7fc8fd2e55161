import { type FiscalDay, fiscalDayOf } from '../calendar/east-africa.ts'
import type { Collection } from '../collections/collection.ts'
import { type OwedInvoice, unpaidAtSale } from '../collections/unpaid-at-sale.ts'
import type { Invoice } from '../invoices/invoice.ts'

/** What a sale left unpaid, and what was paid of it since; amounts in cents. */
export type DebtFact = {
  /** Empty for a customer who is not saved. */
  readonly customer: string
  readonly day: FiscalDay
  readonly amount: number
  readonly payments: readonly { readonly day: FiscalDay; readonly amount: number }[]
}

type SoldInvoice = OwedInvoice & Pick<Invoice, 'saleAt' | 'customer'>

/** What the rules need of a sale on credit; `undefined` for a sale that left nothing unpaid. */
export function debtFact(invoice: SoldInvoice, collections: readonly Collection[]): DebtFact | undefined {
  const amount = unpaidAtSale(invoice)
  if (amount === 0) return undefined
  return {
    customer: invoice.customer.customerId ?? '',
    day: fiscalDayOf(invoice.saleAt),
    amount,
    payments: collections
      .filter(({ canceled }) => !canceled)
      .map(({ day, amount: paid }) => ({ day, amount: paid })),
  }
}

/** What is owed of a debt at the end of a day. */
export function owedOn({ day: since, amount, payments }: DebtFact, day: FiscalDay): number {
  if (since > day) return 0
  const paid = payments.reduce((sum, payment) => (payment.day <= day ? sum + payment.amount : sum), 0)
  return Math.max(0, amount - paid)
}

/** The day on which a debt was paid completely, if it is. */
export function paidOn(debt: DebtFact): FiscalDay | undefined {
  let left = debt.amount
  for (const { day, amount } of [...debt.payments].sort((a, b) => (a.day < b.day ? -1 : 1))) {
    left -= amount
    if (left <= 0) return day
  }
  return undefined
}
