import { createFileRoute } from '@tanstack/react-router'
import { lazyScreen } from './-lazy-screen.ts'

const Landing = lazyScreen(() => import('#features/landing/landing-screen.tsx'), 'LandingScreen')

export const Route = createFileRoute('/')({
  loader: () => Landing.preload?.(),
  component: function LandingRoute() {
    const { getNavigationSession: who } = Route.useRouteContext()
    return <Landing signedIn={who().user !== null} />
  },
})
