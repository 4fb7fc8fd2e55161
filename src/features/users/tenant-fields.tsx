import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { type Tenant, TenantPicker } from '#blocks/accounts/tenant-picker.tsx'
import type { NewUserFields } from '#domain/users/check-user.ts'

type Props = {
  readonly form: Pick<NewUserFields, 'organizationId' | 'companyId' | 'userType'>
  readonly onChange: (changed: Pick<NewUserFields, 'organizationId' | 'companyId'>) => void
  readonly errorAt: (path: string) => ReactNode
}

/** The tenant of a new account: an organization, and a company of it for all who work in one. */
export function TenantFields({ form, onChange, errorAt }: Props) {
  const { t } = useLingui()
  const { call, session } = useAppContext()
  const [organization, setOrganization] = useState<Tenant>()
  const [company, setCompany] = useState<Tenant>()
  const choosesOrganization = session.user.organization_id === null
  const { organizationId } = form
  const findOrganizations = useCallback(
    async (search: string) => {
      const query = search === '' ? {} : { search }
      const loaded = loadedFrom(await call('organizations.list', query))
      return 'value' in loaded ? { value: loaded.value.rows } : loaded
    },
    [call],
  )
  const findCompanies = useCallback(
    async (search: string) => {
      const query = {
        ...(search === '' ? {} : { search }),
        ...(organizationId === null ? {} : { organizationId }),
      }
      const loaded = loadedFrom(await call('companies.list', query))
      return 'value' in loaded ? { value: loaded.value.rows } : loaded
    },
    [call, organizationId],
  )
  return (
    <>
      {choosesOrganization ? (
        <TenantPicker
          label={t`Organization`}
          chooseLabel={t`Choose an organization`}
          chosen={organization}
          find={findOrganizations}
          onChoose={(chosen) => {
            setOrganization(chosen)
            setCompany(undefined)
            onChange({ organizationId: chosen.id, companyId: null })
          }}
          error={errorAt('organizationId')}
        />
      ) : null}
      {form.userType === 'organization_admin' ? null : (
        <TenantPicker
          label={t`Company`}
          chooseLabel={t`Choose a company`}
          chosen={company}
          find={findCompanies}
          onChoose={(chosen) => {
            setCompany(chosen)
            setOrganization({ id: chosen.organizationId, name: chosen.organizationName })
            onChange({ organizationId: chosen.organizationId, companyId: chosen.id })
          }}
          error={errorAt('companyId')}
        />
      )}
    </>
  )
}
