import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const NewExpense = screenWithCatalog(
  () => import('#features/expenses/new-expense-screen.tsx'),
  'NewExpenseScreen',
)

type Search = { expense?: string; shared?: string; by?: 'scan' }

export const Route = createFileRoute('/_signed-in/new-expense')({
  validateSearch: ({ expense, shared, by }: Record<string, unknown>): Search => ({
    ...(typeof expense === 'string' ? { expense } : {}),
    ...(typeof shared === 'string' ? { shared } : {}),
    ...(by === 'scan' ? { by } : {}),
  }),
  loader: () => NewExpense.preload?.(),
  component: function NewExpenseRoute() {
    const { expense, shared, by } = Route.useSearch()
    return (
      <NewExpense
        key={`${expense} ${by}`}
        expenseId={expense}
        shared={shared !== undefined}
        scans={by === 'scan'}
      />
    )
  },
})
