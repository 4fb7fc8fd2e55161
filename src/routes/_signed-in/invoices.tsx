import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { addressOf, filterOf, type ListFilter, readAddress } from '#features/invoices/list-address.ts'
import { lazyScreen } from '../-lazy-screen.ts'

const screen = () => import('#features/invoices/invoice-list-screen.tsx')
const InvoiceList = lazyScreen(screen, 'InvoiceListScreen')

export const Route = createFileRoute('/_signed-in/invoices')({
  validateSearch: readAddress,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const [{ prepareList }, opened] = await Promise.all([
      screen(),
      context.openWorkplace(),
      InvoiceList.preload?.(),
    ])
    if (opened) await prepareList(opened.workplace.account.db, filterOf(deps))
  },
  component: function InvoicesRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate({ from: '/invoices' })
    const filter = useMemo(() => filterOf(search), [search])
    const keep = useCallback(
      (next: ListFilter) => void navigate({ search: addressOf(next), replace: true }),
      [navigate],
    )
    return <InvoiceList filter={filter} onFilter={keep} />
  },
})
