import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const Profile = onlineScreen(() => import('#features/profile/profile-screen.tsx'), 'ProfileScreen')

export const Route = createFileRoute('/_signed-in/profile')({
  validateSearch: ({ confirm }: Record<string, unknown>): { confirm?: string } =>
    typeof confirm === 'string' ? { confirm } : {},
  loader: () => Profile.preload?.(),
  component: function ProfileRoute() {
    const { confirm } = Route.useSearch()
    const navigate = useNavigate({ from: '/profile' })
    // The token in the address can be used only once.
    const forgetToken = () => void navigate({ search: {}, replace: true, resetScroll: false })
    return <Profile confirm={confirm} onConfirmed={forgetToken} />
  },
})
