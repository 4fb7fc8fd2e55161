import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from './-lazy-screen.ts'
import { readVerification } from './-verification-search.ts'

const ResetPassword = onlineScreen(
  () => import('#features/recovery/reset-password-screen.tsx'),
  'ResetPasswordScreen',
)

export const Route = createFileRoute('/reset-password')({
  validateSearch: readVerification,
  loader: () => ResetPassword.preload?.(),
  component: function ResetPasswordRoute() {
    const { verification = '' } = Route.useSearch()
    return (
      <ResetPassword
        key={verification}
        verification={verification}
        call={Route.useRouteContext().callPublic}
      />
    )
  },
})
