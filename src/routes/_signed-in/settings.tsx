import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings')({
  component: screenWithCatalog(() => import('#features/settings/settings-screen.tsx'), 'SettingsScreen'),
})
