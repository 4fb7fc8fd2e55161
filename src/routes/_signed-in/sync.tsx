import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/sync')({
  component: lazyScreen(() => import('#features/sync/sync-screen.tsx'), 'SyncScreen'),
})
