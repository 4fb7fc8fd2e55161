import { createFileRoute, useRouter } from '@tanstack/react-router'
import { localPath } from '#domain/permissions/local-path.ts'
import { readLoginSearch } from '#features/login/login-search.ts'
import { lazyScreen } from './-lazy-screen.ts'

const Login = lazyScreen(() => import('#features/login/login-screen.tsx'), 'LoginScreen')

export const Route = createFileRoute('/login')({
  validateSearch: readLoginSearch,
  loaderDeps: ({ search: { person } }) => ({ person }),
  loader: async ({ context, deps: { person } }) => {
    const chosen = person === undefined ? undefined : context.usernameOf(person)
    const [username] = await Promise.all([chosen, Login.preload?.()])
    return username ?? ''
  },
  gcTime: 0,
  component: function LoginRoute() {
    const router = useRouter()
    const { next } = Route.useSearch()
    const { login, prepareLogin } = Route.useRouteContext()
    const goOn = () => router.navigate({ href: localPath(next) ?? '/dashboard', replace: true })
    const username = Route.useLoaderData()
    return <Login key={username} username={username} onLogin={login} onReady={prepareLogin} onDone={goOn} />
  },
})
