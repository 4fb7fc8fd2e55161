import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const Organizations = onlineScreen(
  () => import('#features/organizations/organizations-screen.tsx'),
  'OrganizationsScreen',
)

const Audit = onlineScreen(() => import('#features/audit/audit-screen.tsx'), 'AuditScreen')

export const Route = createFileRoute('/_signed-in/organizations')({
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
  loader: () => Organizations.preload?.(),
  component: function OrganizationsRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate()
    if (search['view'] === 'audit') {
      return (
        <Audit
          search={search}
          onGo={(next) =>
            void navigate({ to: '/organizations', search: { ...next, view: 'audit' }, replace: true })
          }
          onBack={() => void navigate({ to: '/organizations', search: {} })}
        />
      )
    }
    return (
      <Organizations
        search={search}
        onGo={(next, replace) => void navigate({ to: '/organizations', search: next, replace })}
        onAudit={() => void navigate({ to: '/organizations', search: { view: 'audit' } })}
        onCompanies={(organization) => void navigate({ to: '/companies', search: { organization } })}
      />
    )
  },
})
