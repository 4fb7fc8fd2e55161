import { createFileRoute } from '@tanstack/react-router'
import { wordyScreen } from '../-lazy-screen.ts'

const NewExpense = wordyScreen(() => import('#features/expenses/new-expense-screen.tsx'), 'NewExpenseScreen')

export const Route = createFileRoute('/_signed-in/new-expense')({
  validateSearch: ({ expense }: Record<string, unknown>): { expense?: string } =>
    typeof expense === 'string' ? { expense } : {},
  loader: () => NewExpense.preload?.(),
  component: function NewExpenseRoute() {
    const { expense } = Route.useSearch()
    return <NewExpense key={expense ?? ''} expenseId={expense} />
  },
})
