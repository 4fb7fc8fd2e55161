import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../../-lazy-screen.ts'

const UserManual = screenWithCatalog(() => import('#features/help/help-screen.tsx'), 'UserManualScreen')

export const Route = createFileRoute('/_signed-in/help/user-manual')({
  loader: () => UserManual.preload?.(),
  component: () => <UserManual />,
})
