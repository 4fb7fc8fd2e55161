import { createFileRoute, useRouter } from '@tanstack/react-router'
import { localPath } from '#domain/permissions/local-path.ts'
import { screenWithCatalog } from './-lazy-screen.ts'
import { logOut } from './-log-out.ts'
import { stepBack } from './-step-back.ts'

const ChangePassword = screenWithCatalog(
  () => import('#features/account/change-password-screen.tsx'),
  'ChangePasswordScreen',
)

export const Route = createFileRoute('/change-password')({
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search['next'] === 'string' ? { next: search['next'] } : {},
  loader: async ({ context }) => {
    const [opened] = await Promise.all([context.openAppContext(), ChangePassword.preload?.()])
    return opened?.session.settings.passwordCurrentRule ?? 'required'
  },
  gcTime: 0,
  component: function ChangePasswordRoute() {
    const router = useRouter()
    const { next } = Route.useSearch()
    const { getNavigationSession: who, changePassword, openAppContext } = Route.useRouteContext()
    return (
      <ChangePassword
        forced={who().mustChangePassword}
        rule={Route.useLoaderData()}
        onChange={changePassword}
        onDone={async () => {
          await router.navigate({ href: localPath(next) ?? '/dashboard', replace: true })
          const { showPasswordChanged } = await import('#features/account/show-password-changed.ts')
          showPasswordChanged()
        }}
        onLogOut={() => logOut(router, openAppContext)}
        onBack={() => stepBack(router.history, () => void router.navigate({ to: '/dashboard' }))}
      />
    )
  },
})
