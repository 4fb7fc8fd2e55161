import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const Welcome = onlineScreen(() => import('#features/welcome/welcome-screen.tsx'), 'WelcomeScreen')

export const Route = createFileRoute('/_signed-in/welcome')({
  loader: () => Welcome.preload?.(),
  component: Welcome,
})
