import { useCallback } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import { FiscalDeviceSection } from './fiscal-device-section.tsx'
import { OrganizationCard } from './organization-card.tsx'

/** The organization, the certificate and the registration of the owner's company (spec §3), as the server knows them. */
export function OwnDeviceSection({ companyId }: { readonly companyId: string }) {
  const { call, sendNow } = useAppContext()
  const load = useCallback(
    async () => loadedFrom(await call('companies.find', { id: companyId })),
    [call, companyId],
  )
  const { value, failure, reload } = useServerAnswer(load)
  if (value === undefined)
    return failure === undefined ? null : <ServerFailure code={failure} onRetry={reload} above />
  // After a registration this phone may sell: it hears of it by a synchronisation, as the others do.
  const registered = () => void sendNow().catch(() => undefined)
  return (
    <>
      <OrganizationCard name={value.organizationName} />
      <FiscalDeviceSection company={value} onChanged={registered} />
    </>
  )
}
