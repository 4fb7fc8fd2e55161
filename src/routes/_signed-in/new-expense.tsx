import { createFileRoute } from '@tanstack/react-router'
import { loadWithFirstRead } from '../-first-read.ts'
import { screenWithCatalog } from '../-lazy-screen.ts'

const loadScreen = () => import('#features/expenses/new-expense-screen.tsx')
const NewExpense = screenWithCatalog(loadScreen, 'NewExpenseScreen')

type Search = { expense?: string; shared?: string; by?: 'scan' | 'code' | 'file' }

export const Route = createFileRoute('/_signed-in/new-expense')({
  validateSearch: ({ expense, shared, by }: Record<string, unknown>): Search => ({
    ...(typeof expense === 'string' ? { expense } : {}),
    ...(typeof shared === 'string' ? { shared } : {}),
    ...(by === 'scan' || by === 'code' || by === 'file' ? { by } : {}),
  }),
  loader: ({ context }) =>
    loadWithFirstRead(context, NewExpense, async () => (await loadScreen()).prepareForm),
  component: function NewExpenseRoute() {
    const { expense, shared, by } = Route.useSearch()
    return <NewExpense key={`${expense} ${by}`} expenseId={expense} shared={shared !== undefined} by={by} />
  },
})
