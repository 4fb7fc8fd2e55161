import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Suspense, useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useCan } from '#app-context/use-can.ts'
import { listSearchParams, pageInput } from '#blocks/server-list/list-query.ts'
import { ServerList } from '#blocks/server-list/server-list.tsx'
import { useListQuery } from '#blocks/server-list/use-list-query.ts'
import { COMPANY_FILTERS, COMPANY_SORTS } from '#contract/administration.ts'
import { normalizePhone, phoneText } from '#domain/identity/phone.ts'
import { tinText } from '#domain/identity/tin.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { CompanyForm } from './company-form.tsx'
import { CompanyPage } from './company-page.tsx'
import { CompanyPill } from './company-pill.tsx'

const LawRatesSheet = lazyComponent(async () => (await import('./law-rates-sheet.tsx')).LawRatesSheet)

type Props = {
  /**
   * The address: the query of the list; in `organization` the one that the list is narrowed down to; in `id` the open
   * company, `new` for one that is being written; in `certificate` why the file of a company just made was refused.
   */
  readonly search: Readonly<Record<string, string | undefined>>
  /** Goes to an address of this screen; replaces the current one where only the list changed. */
  readonly onGo: (search: Readonly<Record<string, string>>, replace: boolean) => void
}

/** Companies (spec §2): all for a platform admin, those of the own organization for an organization admin. */
export function CompaniesScreen({ search, onGo }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const toast = useToasts((state) => state.show)
  const query = useListQuery(search)
  const mayPlanRates = useCan()('tax-rate.plan', { companyId: null })
  const [showingRates, setShowingRates] = useState(false)
  const { id: openId, organization, certificate: uploadFailure } = search
  const load = useCallback(
    async () =>
      loadedFrom(
        await call('companies.list', {
          ...pageInput(query, COMPANY_SORTS, COMPANY_FILTERS),
          ...(organization === undefined ? {} : { organizationId: organization }),
        }),
      ),
    [call, query, organization],
  )
  const narrowed: Record<string, string> = organization === undefined ? {} : { organization }
  const back = () => onGo({ ...listSearchParams(query), ...narrowed }, false)
  const open = (id: string, replace = false) => onGo({ ...listSearchParams(query), ...narrowed, id }, replace)
  if (openId !== undefined && openId !== 'new') {
    return <CompanyPage key={openId} id={openId} uploadFailure={uploadFailure} onBack={back} />
  }
  return (
    <>
      <ServerList
        title={t`Companies`}
        searchLabel={t`Search by name, TIN or phone`}
        query={query}
        narrowedBy={narrowed}
        onQuery={(next) => onGo({ ...listSearchParams(next), ...narrowed }, true)}
        load={load}
        sorts={[
          { value: 'name', label: t`Name, A to Z` },
          { value: '-name', label: t`Name, Z to A` },
          { value: 'tin', label: t`TIN` },
          { value: 'organization', label: t`Organization` },
        ]}
        filters={[
          { value: '', label: t({ context: 'companies', message: 'All' }) },
          { value: 'active', label: t({ context: 'companies', message: 'Active' }) },
          { value: 'disabled', label: t({ context: 'companies', message: 'Disabled' }) },
          { value: 'blocked', label: t({ context: 'companies', message: 'Blocked by TRA' }) },
          { value: 'unregistered', label: t`Not registered with TRA` },
        ]}
        nameTitle={t`Name`}
        nameOf={({ name }) => name}
        columns={[
          { title: t`TIN`, cell: ({ tin }) => tinText(tin), whole: true },
          { title: t`Organization`, cell: ({ organizationName }) => organizationName },
          {
            title: t`Phone number`,
            cell: ({ phone }) => phoneText(normalizePhone(phone) ?? phone),
            whole: true,
          },
          { title: t`Status`, cell: (company) => <CompanyPill company={company} />, whole: true },
        ]}
        onOpen={({ id }) => open(id)}
        add={{ label: t`New company`, onClick: () => open('new') }}
        empty={
          <EmptyState icon="box" title={t`No companies yet`}>
            {t`Create a company, then add its certificate so that it can send receipts to TRA.`}
          </EmptyState>
        }
      >
        {mayPlanRates ? (
          <Button variant="default" onClick={() => setShowingRates(true)}>
            {t`Tax rates`}
          </Button>
        ) : null}
        {organization === undefined ? null : (
          <p>
            {t`Only companies of one organization are shown.`}{' '}
            <button
              type="button"
              className="text-button"
              onClick={() => onGo(listSearchParams({ ...query, page: 1 }), true)}
            >
              {t`Show all companies`}
            </button>
          </p>
        )}
      </ServerList>
      {showingRates ? (
        <Suspense>
          <LawRatesSheet opened onClose={() => setShowingRates(false)} />
        </Suspense>
      ) : null}
      <Sheet title={t`New company`} opened={openId === 'new'} onClose={back}>
        <CompanyForm
          {...(organization === undefined ? {} : { organizationId: organization })}
          onSaved={({ id }, certificate) => {
            if (certificate === undefined || certificate.kind === 'answered') {
              toast({ tone: 'good', text: t`Company created` })
              open(id, true)
            } else {
              // The company is there; its page says what became of the file and takes another one.
              const search = { ...listSearchParams(query), ...narrowed, id }
              onGo({ ...search, certificate: failureCode(certificate) }, true)
            }
          }}
        />
      </Sheet>
    </>
  )
}
