import { createFileRoute } from '@tanstack/react-router'
import { wordyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/dashboard')({
  component: wordyScreen(() => import('#features/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
})
