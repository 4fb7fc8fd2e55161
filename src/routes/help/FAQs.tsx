import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../-lazy-screen.ts'

const HelpDocument = screenWithCatalog(() => import('#features/help/help-screen.tsx'), 'PublicHelpDocument')

export const Route = createFileRoute('/help/FAQs')({
  loader: () => HelpDocument.preload?.(),
  component: function FaqsRoute() {
    const { getNavigationSession } = Route.useRouteContext()
    return <HelpDocument name="faqs" signedIn={getNavigationSession().user !== null} />
  },
})
