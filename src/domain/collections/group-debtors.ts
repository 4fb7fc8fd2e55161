import { groupBy } from '../group-by.ts'
import type { Invoice } from '../invoices/invoice.ts'
import { type Cents, sumCents } from '../money/cents.ts'

type OwedSale = { readonly row: Pick<Invoice, 'id' | 'customer'>; readonly owed: Cents }

/** One who owes: a saved customer, a name on invoices, or a single sale to a buyer who is not known. */
export type Debtor<Debt extends OwedSale> = {
  readonly key: string
  readonly customerId: string | null
  readonly name: string
  readonly phone: string
  readonly owed: Cents
  /** Oldest first. */
  readonly debts: readonly Debt[]
}

type Rules = {
  /** The customer who has the invoices of an id. */
  readonly mergedInto: (id: string) => string
  /** A name as names are compared. */
  readonly foldName: (name: string) => string
}

/**
 * Debts by who owes them, oldest first, the debtor with the largest sum first. Buyers who are not saved are one where
 * the name is the same, and the identification number or, without one, the phone: two people of one name must not get
 * each other's sum. Of a sale without name and number nothing says that its buyer owes another one too.
 */
export function groupDebtors<Debt extends OwedSale>(
  debts: readonly Debt[],
  { mergedInto, foldName }: Rules,
): Debtor<Debt>[] {
  const ownerOf = ({ row: { customer } }: Debt) =>
    customer.customerId === null ? null : mergedInto(customer.customerId)
  const buyerOf = ({ row: { id, customer } }: Debt) => {
    const { name, identificationNumber, phone } = customer
    const known = [foldName(name), identificationNumber || phone]
    return known.every((part) => part === '') ? id : known.join('\n')
  }
  const groups = groupBy(debts, (debt) => ownerOf(debt) ?? buyerOf(debt))
  return [...groups]
    .map(([key, own]): Debtor<Debt> => {
      // The newest invoice has the name and the phone as they are now.
      const newest = own.at(-1)
      const { name = '', phone = '' } = newest?.row.customer ?? {}
      const customerId = newest ? ownerOf(newest) : null
      return { key, customerId, name, phone, owed: sumCents(own.map(({ owed }) => owed)), debts: own }
    })
    .sort((a, b) => b.owed - a.owed)
}
