import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { loadWithFirstRead } from '../-first-read.ts'
import { screenWithCatalog } from '../-lazy-screen.ts'

const loadScreen = () => import('#features/expenses/expense-list-screen.tsx')
const Expenses = screenWithCatalog(loadScreen, 'ExpenseListScreen')

export const Route = createFileRoute('/_signed-in/expenses')({
  validateSearch: (search: Record<string, unknown>): { open?: string } =>
    typeof search['open'] === 'string' ? { open: search['open'] } : {},
  loader: ({ context }) => loadWithFirstRead(context, Expenses, async () => (await loadScreen()).prepareList),
  component: function ExpensesRoute() {
    const { open } = Route.useSearch()
    const navigate = useNavigate({ from: '/expenses' })
    const show = (id: string | undefined) =>
      void navigate({ search: id === undefined ? {} : { open: id }, replace: true, resetScroll: false })
    return <Expenses openId={open} onOpen={show} />
  },
})
