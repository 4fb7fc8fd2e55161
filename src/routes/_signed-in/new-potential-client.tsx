import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const NewPotentialClient = onlineScreen(
  () => import('#features/registration/new-potential-client-screen.tsx'),
  'NewPotentialClientScreen',
)

export const Route = createFileRoute('/_signed-in/new-potential-client')({
  loader: () => NewPotentialClient.preload?.(),
  component: NewPotentialClient,
})
