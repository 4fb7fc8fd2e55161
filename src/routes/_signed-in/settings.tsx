import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

export const Route = createFileRoute('/_signed-in/settings')({
  component: lazyRouteComponent(() => import('#features/settings/settings-screen.tsx'), 'SettingsScreen'),
})
