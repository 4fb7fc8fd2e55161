import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { listSearchParams, pageInput } from '#blocks/server-list/list-query.ts'
import { ServerList } from '#blocks/server-list/server-list.tsx'
import { useListQuery } from '#blocks/server-list/use-list-query.ts'
import { ORGANIZATION_FILTERS, ORGANIZATION_SORTS } from '#contract/administration.ts'
import { normalizePhone, phoneText } from '#domain/identity/phone.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { OrganizationForm } from './organization-form.tsx'
import { OrganizationPage } from './organization-page.tsx'
import { OrganizationPill } from './organization-pill.tsx'

type Props = {
  /** The query of the address: that of the list, and in `id` the open organization, `new` for a new one. */
  readonly search: Readonly<Record<string, string | undefined>>
  /** Goes to an address of this screen; replaces the current one where only the list changed. */
  readonly onGo: (search: Readonly<Record<string, string>>, replace: boolean) => void
  /** Shows the companies of an organization. */
  readonly onCompanies: (organizationId: string) => void
  /** Shows what was done in all of them. */
  readonly onAudit: () => void
}

/** Organizations (spec §2): all for a platform admin, the own one for an organization admin. */
export function OrganizationsScreen({ search, onGo, onCompanies, onAudit }: Props) {
  const { t } = useLingui()
  const { call, session } = useAppContext()
  const toast = useToasts((state) => state.show)
  const query = useListQuery(search)
  const openId = search['id']
  const load = useCallback(
    async () =>
      loadedFrom(
        await call('organizations.list', pageInput(query, ORGANIZATION_SORTS, ORGANIZATION_FILTERS)),
      ),
    [call, query],
  )
  const back = () => onGo(listSearchParams(query), false)
  const open = (id: string) => onGo({ ...listSearchParams(query), id }, false)
  if (openId !== undefined && openId !== 'new') {
    return <OrganizationPage key={openId} id={openId} onBack={back} onCompanies={onCompanies} />
  }
  return (
    <>
      <ServerList
        title={t`Organizations`}
        searchLabel={t`Search by name, owner or phone`}
        query={query}
        onQuery={(next) => onGo(listSearchParams(next), true)}
        load={load}
        sorts={[
          { value: 'name', label: t`Name, A to Z` },
          { value: '-name', label: t`Name, Z to A` },
          { value: '-companies', label: t`Most companies` },
        ]}
        filters={[
          { value: '', label: t({ context: 'organizations', message: 'All' }) },
          { value: 'active', label: t({ context: 'organizations', message: 'Active' }) },
          { value: 'disabled', label: t({ context: 'organizations', message: 'Disabled' }) },
        ]}
        nameTitle={t`Name`}
        nameOf={({ name }) => name}
        columns={[
          { title: t`Owner`, cell: ({ ownerName }) => ownerName },
          {
            title: t`Phone number`,
            cell: ({ ownerPhone }) => phoneText(normalizePhone(ownerPhone) ?? ownerPhone),
            whole: true,
          },
          { title: t`Companies`, cell: ({ companies }) => companies },
          { title: t`Status`, cell: ({ active }) => <OrganizationPill active={active} />, whole: true },
        ]}
        onOpen={({ id }) => open(id)}
        add={session.user.isAdmin ? { label: t`New organization`, onClick: () => open('new') } : undefined}
        empty={
          <EmptyState icon="people" title={t`No organizations yet`}>
            {t`An organization groups the companies of one owner.`}
          </EmptyState>
        }
      >
        <Button variant="default" onClick={onAudit}>{t`Audit trail`}</Button>
      </ServerList>
      <Sheet title={t`New organization`} opened={openId === 'new'} onClose={back}>
        <OrganizationForm
          onSaved={({ id }) => {
            toast({ tone: 'good', text: t`Organization saved` })
            onGo({ ...listSearchParams(query), id }, true)
          }}
        />
      </Sheet>
    </>
  )
}
