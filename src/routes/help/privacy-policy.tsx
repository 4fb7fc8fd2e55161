import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const HelpDocument = screenWithCatalog(() => import('#features/help/help-screen.tsx'), 'PublicHelpDocument')

export const Route = createFileRoute('/help/privacy-policy')({
  loader: () => HelpDocument.preload?.(),
  component: function PrivacyPolicyRoute() {
    const { getNavigationSession } = Route.useRouteContext()
    return <HelpDocument name="privacy-policy" signedIn={getNavigationSession().user !== null} />
  },
})
