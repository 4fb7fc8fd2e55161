import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/dashboard')({
  component: lazyScreen(() => import('#features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
})
