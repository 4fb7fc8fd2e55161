import { type Debtor, groupDebtors } from '#domain/collections/group-debtors.ts'
import type { AccountDatabase } from './account-database.ts'
import { type Debt, listDebts } from './collections.ts'
import { foldText } from './fold-text.ts'
import { readMergeTargets } from './merged-customers.ts'

/** Everyone who owes on this phone, the largest sum first. */
export async function listDebtors(db: AccountDatabase): Promise<Debtor<Debt>[]> {
  const [debts, mergedInto] = await Promise.all([listDebts(db), readMergeTargets(db)])
  return groupDebtors(debts, { mergedInto, foldName: foldText })
}
