import { createFileRoute } from '@tanstack/react-router'
import { loadWithFirstRead } from '../-first-read.ts'
import { screenWithCatalog } from '../-lazy-screen.ts'

const loadScreen = () => import('#features/settings/settings-screen.tsx')
const Settings = screenWithCatalog(loadScreen, 'SettingsScreen')

export const Route = createFileRoute('/_signed-in/settings')({
  loader: ({ context }) =>
    loadWithFirstRead(context, Settings, async () => (await loadScreen()).prepareSettings),
  component: Settings,
})
