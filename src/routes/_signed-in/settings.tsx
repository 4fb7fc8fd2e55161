import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings')({
  component: lazyScreen(() => import('#features/settings/settings-screen.tsx'), 'SettingsScreen'),
})
