import { createFileRoute, lazyRouteComponent, useNavigate } from '@tanstack/react-router'
import { SHOWN_STATUSES, type ShownStatus } from '#domain/invoices/shown-status.ts'

const InvoiceList = lazyRouteComponent(
  () => import('#features/invoices/invoice-list-screen.tsx'),
  'InvoiceListScreen',
)

export const Route = createFileRoute('/_signed-in/invoices')({
  validateSearch: (search: Record<string, unknown>): { status?: ShownStatus } => {
    const status = SHOWN_STATUSES.find((known) => known === search['status'])
    return status ? { status } : {}
  },
  loader: () => InvoiceList.preload?.(),
  component: function InvoicesRoute() {
    const { status } = Route.useSearch()
    const navigate = useNavigate({ from: '/invoices' })
    const filter = (shown: ShownStatus | undefined) =>
      void navigate({ search: shown ? { status: shown } : {}, replace: true })
    return <InvoiceList shown={status} onFilter={filter} />
  },
})
