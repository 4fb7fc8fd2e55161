import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const Apps = onlineScreen(() => import('#features/accounting/apps-screen.tsx'), 'AppsScreen')

export const Route = createFileRoute('/_signed-in/apps-integration')({
  loader: () => Apps.preload?.(),
  component: () => <Apps />,
})
