import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/dashboard')({
  component: screenWithCatalog(() => import('#features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
})
