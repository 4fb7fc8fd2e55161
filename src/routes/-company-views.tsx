import { AuditScreen } from '#features/audit/audit-screen.tsx'
import { OwnCompanyScreen } from '#features/companies/own-company-screen.tsx'
import { ApiKeysScreen } from '#features/developer/api-keys-screen.tsx'

type Search = Readonly<Record<string, string>>

/** What the owner's company shows: itself, its audit trail, or the keys of its programs. */
export function CompanyViews({
  search,
  onGo,
}: {
  readonly search: Search
  readonly onGo: (search: Search, replace: boolean) => void
}) {
  const back = () => onGo({}, false)
  switch (search['view']) {
    case 'audit':
      return (
        <AuditScreen search={search} onGo={(next) => onGo({ ...next, view: 'audit' }, true)} onBack={back} />
      )
    case 'api':
      return <ApiKeysScreen onBack={back} />
    default:
      return (
        <OwnCompanyScreen
          onAudit={() => onGo({ view: 'audit' }, false)}
          onApiKeys={() => onGo({ view: 'api' }, false)}
        />
      )
  }
}
