import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { loadWithFirstRead } from '../-first-read.ts'
import { screenWithCatalog } from '../-lazy-screen.ts'

const loadScreen = () => import('#features/dashboard/dashboard-screen.tsx')
const Dashboard = screenWithCatalog(loadScreen, 'DashboardScreen')

export const Route = createFileRoute('/_signed-in/dashboard')({
  validateSearch: ({ tour }: Record<string, unknown>): { tour?: 'on' } => (tour === 'on' ? { tour } : {}),
  loader: ({ context }) =>
    loadWithFirstRead(context, Dashboard, async () => (await loadScreen()).prepareDashboard),
  component: function DashboardRoute() {
    const { tour } = Route.useSearch()
    const navigate = useNavigate({ from: '/dashboard' })
    return (
      <Dashboard
        tour={tour === 'on'}
        onTourEnd={() => void navigate({ search: {}, replace: true, resetScroll: false })}
      />
    )
  },
})
