import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Insights = screenWithCatalog(
  () => import('#features/dashboard/insights/insights-screen.tsx'),
  'InsightsScreen',
)

/** The screen reads them: what it takes to do so comes with it. */
type Search = { type?: string; state?: string }

export const Route = createFileRoute('/_signed-in/insights')({
  validateSearch: ({ type, state }: Record<string, unknown>): Search => ({
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof state === 'string' ? { state } : {}),
  }),
  loader: () => Insights.preload?.(),
  component: function InsightsRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate({ from: '/insights' })
    const show = (next: Search) => void navigate({ search: next, replace: true, resetScroll: false })
    return <Insights search={search} onSearch={show} />
  },
})
