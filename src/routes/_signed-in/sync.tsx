import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/sync')({
  component: lazyRouteComponent(() => import('#features/sync/sync-screen.tsx'), 'SyncScreen'),
})
