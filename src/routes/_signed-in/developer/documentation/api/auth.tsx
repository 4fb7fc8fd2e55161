import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from '../../../../-lazy-screen.ts'

const ApiAuth = onlineScreen(() => import('#features/developer/api-auth-screen.tsx'), 'ApiAuthScreen')

export const Route = createFileRoute('/_signed-in/developer/documentation/api/auth')({
  component: () => <ApiAuth />,
})
