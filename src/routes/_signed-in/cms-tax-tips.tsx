import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const TaxTipsCms = onlineScreen(
  () => import('#features/tax-tips-cms/tax-tips-cms-screen.tsx'),
  'TaxTipsCmsScreen',
)

export const Route = createFileRoute('/_signed-in/cms-tax-tips')({
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
  loader: () => TaxTipsCms.preload?.(),
  component: function TaxTipsCmsRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate()
    return (
      <TaxTipsCms
        search={search}
        onGo={(next) => void navigate({ to: '/cms-tax-tips', search: next, replace: true })}
      />
    )
  },
})
