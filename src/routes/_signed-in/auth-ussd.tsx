import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const Numbers = onlineScreen(() => import('#features/ussd/ussd-numbers-screen.tsx'), 'UssdNumbersScreen')

export const Route = createFileRoute('/_signed-in/auth-ussd')({
  loader: () => Numbers.preload?.(),
  component: Numbers,
})
