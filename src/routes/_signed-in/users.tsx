import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/users')({
  component: onlineScreen(() => import('#features/users/users-screen.tsx'), 'UsersScreen'),
})
