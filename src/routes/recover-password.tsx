import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlineScreen } from './-lazy-screen.ts'

const RecoverPassword = onlineScreen(
  () => import('#features/recovery/recover-password-screen.tsx'),
  'RecoverPasswordScreen',
)

export const Route = createFileRoute('/recover-password')({
  loader: () => RecoverPassword.preload?.(),
  component: function RecoverPasswordRoute() {
    const navigate = useNavigate()
    const { callPublic } = Route.useRouteContext()
    const enterCode = (verification: string) =>
      navigate({ to: '/otp-reset-password', search: { verification } })
    return <RecoverPassword call={callPublic} onStarted={enterCode} />
  },
})
