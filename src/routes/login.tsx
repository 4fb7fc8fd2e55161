import { createFileRoute, useRouter } from '@tanstack/react-router'
import { localPath } from '#domain/permissions/local-path.ts'
import { readLoginSearch } from '#features/login/login-search.ts'
import { lazyScreen } from './-lazy-screen.ts'

const Login = lazyScreen(() => import('#features/login/login-screen.tsx'), 'LoginScreen')
const LockedLogin = lazyScreen(() => import('#features/lock/locked-login.tsx'), 'LockedLogin')

export const Route = createFileRoute('/login')({
  validateSearch: readLoginSearch,
  loaderDeps: ({ search: { by } }) => ({ by }),
  loader: async ({ context, deps: { by } }) => {
    const people = await context.people()
    const pinPossible = people.some(({ signInMethod: way }) => way === 'pin')
    const Screen = by !== 'password' && pinPossible ? LockedLogin : Login
    await Screen.preload?.()
    return { people, pinPossible, locked: Screen === LockedLogin }
  },
  gcTime: 0,
  component: function LoginRoute() {
    const router = useRouter()
    const { next, person, why } = Route.useSearch()
    const { people, pinPossible, locked } = Route.useLoaderData()
    const { login, prepareLogin, unlock } = Route.useRouteContext()
    const continueToNext = () => router.navigate({ href: localPath(next) ?? '/dashboard', replace: true })
    const lockProps = { people, chosen: person, next, onUnlock: unlock, onReady: prepareLogin }
    if (locked) return <LockedLogin {...lockProps} />
    const username = people.find(({ id }) => id === person)?.username ?? ''
    return (
      <Login
        key={username}
        {...{ username, pinPossible, pinEnded: why === 'pin-ended' }}
        onLogin={login}
        onReady={prepareLogin}
        onDone={continueToNext}
      />
    )
  },
})
