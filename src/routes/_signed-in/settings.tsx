import { createFileRoute } from '@tanstack/react-router'
import { wordyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/settings')({
  component: wordyScreen(() => import('#features/settings/settings-screen.tsx'), 'SettingsScreen'),
})
