import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { loadWithFirstRead } from '../-first-read.ts'
import { screenWithCatalog } from '../-lazy-screen.ts'

const loadScreen = () => import('#features/expenses/report/expense-report-screen.tsx')
const ExpenseReport = screenWithCatalog(loadScreen, 'ExpenseReportScreen')

/** The screen reads them: what it takes to do so comes with it. */
type Search = { period?: string; from?: string; to?: string }

export const Route = createFileRoute('/_signed-in/expenses-report')({
  validateSearch: ({ period, from, to }: Record<string, unknown>): Search => ({
    ...(typeof period === 'string' ? { period } : {}),
    ...(typeof from === 'string' ? { from } : {}),
    ...(typeof to === 'string' ? { to } : {}),
  }),
  loader: ({ context, location }) =>
    loadWithFirstRead(context, ExpenseReport, async () => {
      const { prepareFirstReport } = await loadScreen()
      return (db) => prepareFirstReport(db, location.search)
    }),
  component: function ExpenseReportRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate({ from: '/expenses-report' })
    return (
      <ExpenseReport
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    )
  },
})
