import { createFileRoute, useLocation } from '@tanstack/react-router'
import { lazyScreen, onlineScreen } from '../-lazy-screen.ts'

const Landing = lazyScreen(() => import('#features/landing/landing-screen.tsx'), 'LandingScreen')
const Registration = onlineScreen(
  () => import('#features/registration/registration-form.tsx'),
  'RegistrationForm',
)

export const Route = createFileRoute('/_public/')({
  loader: () => Landing.preload?.(),
  component: function LandingRoute() {
    const { getNavigationSession: who, callPublic } = Route.useRouteContext()
    const registering = useLocation({ select: ({ hash }) => hash === 'register' })
    return (
      <Landing
        signedIn={who().user !== null}
        registration={
          registering ? <Registration send={(form) => callPublic('registration.request', form)} /> : null
        }
      />
    )
  },
})
