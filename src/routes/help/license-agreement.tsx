import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const HelpDocument = screenWithCatalog(() => import('#features/help/help-screen.tsx'), 'PublicHelpDocument')

export const Route = createFileRoute('/help/license-agreement')({
  loader: () => HelpDocument.preload?.(),
  component: function LicenseAgreementRoute() {
    const { getNavigationSession } = Route.useRouteContext()
    return <HelpDocument name="license-agreement" signedIn={getNavigationSession().user !== null} />
  },
})
