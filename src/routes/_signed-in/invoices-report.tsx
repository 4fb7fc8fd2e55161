import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const Report = onlineScreen(
  () => import('#features/invoices-report/invoices-report-screen.tsx'),
  'InvoicesReportScreen',
)

export const Route = createFileRoute('/_signed-in/invoices-report')({
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
  loader: () => Report.preload?.(),
  component: function InvoicesReportRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate()
    return (
      <Report
        search={search}
        onGo={(next) => void navigate({ to: '/invoices-report', search: next, replace: true })}
        onOpen={(id) => void navigate({ to: '/invoice/$id', params: { id } })}
        onReissue={(receipt) => void navigate({ to: '/receipt-reissuing', search: { ...receipt } })}
      />
    )
  },
})
