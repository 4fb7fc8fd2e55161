import { createFileRoute } from '@tanstack/react-router'
import { screenWithCatalog } from '../../-lazy-screen.ts'

const Help = screenWithCatalog(() => import('#features/help/help-screen.tsx'), 'HelpScreen')

export const Route = createFileRoute('/_public/help/')({
  validateSearch: ({ about }: Record<string, unknown>): { about?: string } =>
    typeof about === 'string' ? { about } : {},
  loader: () => Help.preload?.(),
  component: function HelpRoute() {
    return <Help about={Route.useSearch().about} />
  },
})
