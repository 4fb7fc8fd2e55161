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

/** Debts by who owes them, the largest sum first. */
export function groupDebtors(debts: readonly Debt[]): Debtor[] {
  const groups = groupBy(debts, ({ row: { customer } }) => customer.customerId ?? foldText(customer.name))
  return [...groups]
    .map(([key, own]): Debtor => {
      // The newest invoice has the name and the phone as they are now.
      const { customerId = null, name = '', phone = '' } = own.at(-1)?.row.customer ?? {}
      return { key, customerId, name, phone, owed: sumCents(own.map(({ owed }) => owed)), debts: own }
    })
    .sort((a, b) => b.owed - a.owed)
}
