import type { Expense, ExpenseStatus } from './expense.ts'

export const EXPENSE_STATUS_REFUSALS = ['EXPENSE_NOT_PENDING'] as const

/** The status of an expense on this phone: as stored, waiting to be sent, or in need of attention. */
export type ShownExpenseStatus = ExpenseStatus | 'waiting' | 'attention'

/** Whether an expense may still be edited, marked as processed or canceled (spec §4). */
export function mayChange(expense: Pick<Expense, 'status'>): boolean {
  return expense.status === 'pending'
}

/** What a list shows, from the record and from what the outbox still holds about it. */
export function shownExpenseStatus(
  expense: Pick<Expense, 'status'>,
  pending: { readonly kind: 'none' | 'waiting' | 'attention' },
): ShownExpenseStatus {
  return pending.kind === 'none' ? expense.status : pending.kind
}
