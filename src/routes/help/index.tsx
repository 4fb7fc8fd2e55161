import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const Help = screenWithCatalog(() => import('#features/help/help-screen.tsx'), 'HelpScreen')

export const Route = createFileRoute('/help/')({
  loader: () => Help.preload?.(),
  component: function HelpRoute() {
    const { getNavigationSession } = Route.useRouteContext()
    return <Help signedIn={getNavigationSession().user !== null} />
  },
})
