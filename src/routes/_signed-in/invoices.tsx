import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import {
  filterFromSearchParams,
  type ListFilter,
  parseSearchParams,
  searchParamsOf,
} from '#features/invoices/list/list-search-params.ts'
import { loadWithFirstRead } from '../-first-read.ts'
import { lazyScreen } from '../-lazy-screen.ts'

const loadScreen = () => import('#features/invoices/list/invoice-list-screen.tsx')
const InvoiceList = lazyScreen(loadScreen, 'InvoiceListScreen')

export const Route = createFileRoute('/_signed-in/invoices')({
  validateSearch: parseSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    loadWithFirstRead(context, InvoiceList, async () => {
      const { prepareList } = await loadScreen()
      return (db) => prepareList(db, filterFromSearchParams(deps))
    }),
  component: function InvoicesRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate({ from: '/invoices' })
    const filter = useMemo(() => filterFromSearchParams(search), [search])
    const applyFilter = useCallback(
      (next: ListFilter) => void navigate({ search: searchParamsOf(next), replace: true }),
      [navigate],
    )
    return <InvoiceList filter={filter} onFilter={applyFilter} />
  },
})
