import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Sales = screenWithCatalog(() => import('#features/sales/sales-screen.tsx'), 'SalesScreen')

/** The raw query: the code to parse it is loaded with the screen. */
type Search = { period?: string; from?: string; to?: string }

export const Route = createFileRoute('/_signed-in/sales')({
  validateSearch: ({ period, from, to }: Record<string, unknown>): Search => ({
    ...(typeof period === 'string' ? { period } : {}),
    ...(typeof from === 'string' ? { from } : {}),
    ...(typeof to === 'string' ? { to } : {}),
  }),
  loader: () => Sales.preload?.(),
  component: function SalesRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate({ from: '/sales' })
    return <Sales search={search} onSearch={(next) => void navigate({ search: next, replace: true })} />
  },
})
