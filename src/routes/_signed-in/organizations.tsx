import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const Organizations = onlineScreen(
  () => import('#features/organizations/organizations-screen.tsx'),
  'OrganizationsScreen',
)

export const Route = createFileRoute('/_signed-in/organizations')({
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
  loader: () => Organizations.preload?.(),
  component: function OrganizationsRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate()
    return (
      <Organizations
        search={search}
        onGo={(next, replace) => void navigate({ to: '/organizations', search: next, replace })}
        onCompanies={(organization) => void navigate({ to: '/companies', search: { organization } })}
      />
    )
  },
})
