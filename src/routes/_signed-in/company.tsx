import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { onlineScreen } from '../-lazy-screen.ts'

const OwnCompany = onlineScreen(
  () => import('#features/companies/own-company-screen.tsx'),
  'OwnCompanyScreen',
)
const Audit = onlineScreen(() => import('#features/audit/audit-screen.tsx'), 'AuditScreen')

export const Route = createFileRoute('/_signed-in/company')({
  validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
  loader: () => OwnCompany.preload?.(),
  component: function CompanyRoute() {
    const search = Route.useSearch()
    const navigate = useNavigate()
    const go = (next: Readonly<Record<string, string>>, replace: boolean) =>
      void navigate({ to: '/company', search: next, replace })
    if (search['view'] !== 'audit') return <OwnCompany onAudit={() => go({ view: 'audit' }, false)} />
    return (
      <Audit
        search={search}
        onGo={(next) => go({ ...next, view: 'audit' }, true)}
        onBack={() => go({}, false)}
      />
    )
  },
})
