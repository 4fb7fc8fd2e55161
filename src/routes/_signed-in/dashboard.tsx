import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Dashboard = screenWithCatalog(
  () => import('#features/dashboard/dashboard-screen.tsx'),
  'DashboardScreen',
)

export const Route = createFileRoute('/_signed-in/dashboard')({
  validateSearch: ({ tour }: Record<string, unknown>): { tour?: 'on' } => (tour === 'on' ? { tour } : {}),
  loader: () => Dashboard.preload?.(),
  component: function DashboardRoute() {
    const { tour } = Route.useSearch()
    const navigate = useNavigate({ from: '/dashboard' })
    return <Dashboard tour={tour === 'on'} onTourEnd={() => void navigate({ search: {}, replace: true })} />
  },
})
