import { closeExpense } from '#commands/expenses.ts'
import type { Expense, ExpenseStatus } from '#domain/expenses/expense.ts'
import type { Account } from '#session/account.ts'
import type { CommandDeps } from '#sync/outbox/command-result.ts'

/** How many expenses were closed, and how many were not for which reason: one may lack several things. */
export type CloseCounts = {
  readonly closed: number
  readonly reasons: readonly { readonly code: string; readonly count: number }[]
}

/** Marks chosen expenses as processed, or cancels them, one after the other; those that a rule refuses stay pending. */
export async function closeMany(
  account: Account,
  commands: CommandDeps,
  chosen: readonly Pick<Expense, 'id'>[],
  status: Exclude<ExpenseStatus, 'pending'>,
): Promise<CloseCounts> {
  const counts = new Map<string, number>()
  let closed = 0
  for (const { id } of chosen) {
    const result = await closeExpense(account, commands, { expenseId: id, status })
    if (result.ok) closed += 1
    else {
      const codes = new Set(result.refusals.map(({ code }) => code))
      for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
    }
  }
  return { closed, reasons: [...counts].map(([code, count]) => ({ code, count })) }
}
