import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Updates = screenWithCatalog(() => import('#features/help/help-screen.tsx'), 'UpdatesScreen')

export const Route = createFileRoute('/_signed-in/updates')({
  loader: () => Updates.preload?.(),
  component: () => <Updates />,
})
