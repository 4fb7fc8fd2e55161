import type { Debt } from '#data/collections.ts'
import { foldText } from '#data/fold-text.ts'
import { groupBy } from '#domain/group-by.ts'
import { type Cents, sumCents } from '#domain/money/cents.ts'

/** One who owes: a saved customer, or a name on invoices; all without a name are one. */
export type Debtor = {
  readonly key: string
  readonly customerId: string | null
  readonly name: string
  readonly phone: string
  readonly owed: Cents
  /** Oldest first. */
  readonly debts: readonly Debt[]
}

/** Debts by who owes them, the largest sum first; `mergedInto` gives the customer who has the invoices of an id. */
export function groupDebtors(debts: readonly Debt[], mergedInto: (id: string) => string): Debtor[] {
  const ownerOf = ({ row: { customer } }: Debt) =>
    customer.customerId === null ? null : mergedInto(customer.customerId)
  const groups = groupBy(debts, (debt) => ownerOf(debt) ?? foldText(debt.row.customer.name))
  return [...groups]
    .map(([key, own]): Debtor => {
      // The newest invoice has the name and the phone as they are now.
      const newest = own.at(-1)
      const { name = '', phone = '' } = newest?.row.customer ?? {}
      const customerId = newest ? ownerOf(newest) : null
      return { key, customerId, name, phone, owed: sumCents(own.map(({ owed }) => owed)), debts: own }
    })
    .sort((a, b) => b.owed - a.owed)
}
