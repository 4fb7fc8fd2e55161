import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const ExpenseReport = screenWithCatalog(
  () => import('#features/expenses/report/expense-report-screen.tsx'),
  'ExpenseReportScreen',
)

/** The screen reads them: what it takes to do so comes with it. */
type Search = { period?: string; from?: string; to?: string }

export const Route = createFileRoute('/_signed-in/expenses-report')({
  validateSearch: ({ period, from, to }: Record<string, unknown>): Search => ({
    ...(typeof period === 'string' ? { period } : {}),
    ...(typeof from === 'string' ? { from } : {}),
    ...(typeof to === 'string' ? { to } : {}),
  }),
  loader: () => ExpenseReport.preload?.(),
  component: function ExpenseReportRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate({ from: '/expenses-report' })
    return (
      <ExpenseReport search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
    )
  },
})
