import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../../-lazy-screen.ts'

const Help = screenWithCatalog(() => import('#features/help/help-screen.tsx'), 'HelpScreen')

export const Route = createFileRoute('/_public/help/')({
  loader: () => Help.preload?.(),
  component: () => <Help />,
})
