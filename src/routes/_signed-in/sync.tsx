import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/sync')({
  component: screenWithCatalog(() => import('#features/sync/sync-screen.tsx'), 'SyncScreen'),
})
