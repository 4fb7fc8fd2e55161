import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const Companies = onlineScreen(() => import('#features/companies/companies-screen.tsx'), 'CompaniesScreen')

export const Route = createFileRoute('/_signed-in/companies')({
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
  loader: () => Companies.preload?.(),
  component: function CompaniesRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate()
    return (
      <Companies
        search={search}
        onGo={(next, replace) => void navigate({ to: '/companies', search: next, replace })}
      />
    )
  },
})
