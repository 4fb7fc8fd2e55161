import { createFileRoute } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const Guide = onlineScreen(() => import('#features/ussd/ussd-guide-screen.tsx'), 'UssdGuideScreen')

export const Route = createFileRoute('/_signed-in/ussd')({
  loader: () => Guide.preload?.(),
  component: Guide,
})
