import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlineScreen } from './-lazy-screen.ts'
import { readVerification } from './-verification-search.ts'

const OneTimeCode = onlineScreen(
  () => import('#features/recovery/one-time-code-screen.tsx'),
  'OneTimeCodeScreen',
)

export const Route = createFileRoute('/otp-reset-password')({
  validateSearch: readVerification,
  loader: () => OneTimeCode.preload?.(),
  component: function OneTimeCodeRoute() {
    const navigate = useNavigate()
    const { verification = '' } = Route.useSearch()
    const { callPublic } = Route.useRouteContext()
    // The code is used up: Back leads to requesting another one.
    const choosePassword = (token: string) =>
      navigate({ to: '/reset-password', search: { verification: token }, replace: true })
    return <OneTimeCode {...{ verification, call: callPublic, onVerified: choosePassword }} />
  },
})
