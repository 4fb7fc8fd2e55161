import { createFileRoute, lazyRouteComponent, useRouter } from '@tanstack/react-router'
import { localPath } from '#domain/permissions/local-path.ts'

const Login = lazyRouteComponent(() => import('#features/login/login-screen.tsx'), 'LoginScreen')

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search['next'] === 'string' ? { next: search['next'] } : {},
  loader: () => Login.preload?.(),
  component: function LoginRoute() {
    const router = useRouter()
    const { next } = Route.useSearch()
    const { login, prepareLogin } = Route.useRouteContext()
    const goOn = () => router.navigate({ href: localPath(next) ?? '/dashboard', replace: true })
    return <Login onLogin={login} onReady={prepareLogin} onDone={goOn} />
  },
})
