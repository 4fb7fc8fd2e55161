import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Sales = screenWithCatalog(() => import('#features/sales/sales-screen.tsx'), 'SalesScreen')

/** The raw query: the code to parse it is loaded with the screen. */
type Search = Readonly<Record<string, unknown>>

export const Route = createFileRoute('/_signed-in/sales')({
  validateSearch: (search: Record<string, unknown>): Search => search,
  loader: () => Sales.preload?.(),
  component: function SalesRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate({ from: '/sales' })
    return (
      <Sales
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
    )
  },
})
