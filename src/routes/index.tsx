import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'

const Landing = lazyRouteComponent(() => import('#features/landing/landing-screen.tsx'), 'LandingScreen')

export const Route = createFileRoute('/')({
  loader: () => Landing.preload?.(),
  component: function LandingRoute() {
    const { who } = Route.useRouteContext()
    return <Landing signedIn={who().user !== null} />
  },
})
