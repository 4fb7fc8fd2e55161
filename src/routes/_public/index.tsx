import { createFileRoute, useLocation } from '@tanstack/react-router'
import { loadLandingMessages } from '#i18n/language.ts'
import { lazyScreen, onlineScreen } from '../-lazy-screen.ts'

const Landing = lazyScreen(async () => {
  const [{ LandingScreen }] = await Promise.all([
    import('#features/landing/landing-screen.tsx'),
    loadLandingMessages(),
  ])
  return { LandingScreen }
}, 'LandingScreen')
const Registration = onlineScreen(
  () => import('#features/registration/registration-form.tsx'),
  'RegistrationForm',
)

export const Route = createFileRoute('/_public/')({
  loader: () => Landing.preload?.(),
  component: function LandingRoute() {
    const { getNavigationSession: who, callPublic, prerenderedPrices } = Route.useRouteContext()
    const registering = useLocation({ select: ({ hash }) => hash === 'register' })
    return (
      <Landing
        signedIn={who().user !== null}
        prices={prerenderedPrices}
        registration={
          registering ? <Registration send={(form) => callPublic('registration.request', form)} /> : null
        }
      />
    )
  },
})
