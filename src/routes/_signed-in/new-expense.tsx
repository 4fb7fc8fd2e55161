import { createFileRoute } from '@tanstack/react-router'
import { wordyScreen } from '../-lazy-screen.ts'

const NewExpense = wordyScreen(() => import('#features/expenses/new-expense-screen.tsx'), 'NewExpenseScreen')

export const Route = createFileRoute('/_signed-in/new-expense')({
  validateSearch: ({ expense, shared }: Record<string, unknown>): { expense?: string; shared?: string } => ({
    ...(typeof expense === 'string' ? { expense } : {}),
    ...(typeof shared === 'string' ? { shared } : {}),
  }),
  loader: () => NewExpense.preload?.(),
  component: function NewExpenseRoute() {
    const { expense, shared } = Route.useSearch()
    return <NewExpense key={expense ?? ''} expenseId={expense} shared={shared !== undefined} />
  },
})
