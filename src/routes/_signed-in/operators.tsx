import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

export const Route = createFileRoute('/_signed-in/operators')({
  component: onlineScreen(() => import('#features/users/users-screen.tsx'), 'OperatorsScreen'),
})
