import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const Views = onlineScreen(() => import('../-company-views.tsx'), 'CompanyViews')

export const Route = createFileRoute('/_signed-in/company')({
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
  loader: () => Views.preload?.(),
  component: function CompanyRoute() {
    const navigate = useNavigate()
    return (
      <Views
        search={Route.useSearch()}
        onGo={(search, replace) => void navigate({ to: '/company', search, replace })}
      />
    )
  },
})
