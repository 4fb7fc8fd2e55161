import { type Debtor, groupDebtors } from '#domain/collections/group-debtors.ts'
import type { AccountDatabase } from './account-database.ts'
import { type Debt, listDebts } from './collections.ts'
import { foldText } from './fold-text.ts'
import { readMergeTargets } from './merged-customers.ts'

/**
 * Everyone who owes on this phone, the largest sum first. A saved customer has the name and phone of today, not those of
 * the invoices: a reminder must not go to a number that was given up.
 */
export async function listDebtors(db: AccountDatabase): Promise<Debtor<Debt>[]> {
  const [debts, mergedInto] = await Promise.all([listDebts(db), readMergeTargets(db)])
  const debtors = groupDebtors(debts, { mergedInto, foldName: foldText })
  const ids = debtors.flatMap(({ customerId }) => customerId ?? [])
  const saved = await db.run(() => db.customers.bulkGet(ids))
  const byId = new Map(saved.flatMap((customer) => (customer ? [[customer.id, customer]] : [])))
  return debtors.map((debtor) => {
    const customer = byId.get(debtor.customerId ?? '')
    return customer ? { ...debtor, name: customer.name, phone: customer.phone } : debtor
  })
}
