import { useLingui } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { type OneTimePassword, PasswordSheet } from '#blocks/accounts/password-sheet.tsx'
import { listSearchParams, pageInput } from '#blocks/server-list/list-query.ts'
import { ServerList } from '#blocks/server-list/server-list.tsx'
import { useListQuery } from '#blocks/server-list/use-list-query.ts'
import { CLIENT_SORTS, type PotentialClient } from '#contract/potential-client-endpoints.ts'
import { CLIENT_STATUSES } from '#domain/potential-clients/potential-client.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { ClientDetails } from './client-details.tsx'
import { ClientPill } from './client-pill.tsx'
import { ConversionForm } from './conversion-form.tsx'
import { RefusedMessages } from './refused-messages.tsx'

type Props = {
  /** The address: the query of the list. */
  readonly search: Readonly<Record<string, string | undefined>>
  readonly onGo: (search: Readonly<Record<string, string>>) => void
  readonly onNew: () => void
  /** With why the certificate file was refused, if it was. */
  readonly onOpenCompany: (companyId: string, uploadFailure?: string) => void
}

/** Those who want to be registered (spec §2), for a platform admin to follow up. */
export function PotentialClientsScreen({ search, onGo, onNew, onOpenCompany }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const { call } = useAppContext()
  const query = useListQuery(search)
  const [open, setOpen] = useState<PotentialClient>()
  const [converting, setConverting] = useState(false)
  const [password, setPassword] = useState<OneTimePassword>()
  /** The company that was made although its certificate file was refused. */
  const [refused, setRefused] = useState<{ readonly companyId: string; readonly code: string }>()
  /** Raised when a client changed: the list is loaded again. */
  const [changes, setChanges] = useState(0)
  const load = useCallback(
    async () =>
      loadedFrom(await call('potential-clients.list', pageInput(query, CLIENT_SORTS, CLIENT_STATUSES))),
    [call, query],
  )
  const close = () => setOpen(undefined)
  const closePassword = () => {
    setPassword(undefined)
    // The company is there; its page says what became of the file and takes another one.
    if (refused) onOpenCompany(refused.companyId, refused.code)
  }
  const changed = (client: PotentialClient) => {
    setOpen(client)
    setChanges(changes + 1)
  }
  return (
    <>
      <ServerList
        key={changes}
        title={t`Potential clients`}
        searchLabel={t`Search by name, email, phone or TIN`}
        query={query}
        onQuery={(next) => onGo(listSearchParams(next))}
        load={load}
        sorts={[
          { value: '-createdAt', label: t`Newest first` },
          { value: 'createdAt', label: t`Oldest first` },
          { value: 'companyName', label: t`Company name` },
        ]}
        filters={[
          { value: '', label: t({ context: 'potential clients', message: 'All' }) },
          { value: 'new', label: t({ context: 'potential clients', message: 'New' }) },
          { value: 'contacted', label: t({ context: 'potential clients', message: 'Contacted' }) },
          { value: 'converted', label: t({ context: 'potential clients', message: 'Registered' }) },
          { value: 'declined', label: t({ context: 'potential clients', message: 'Declined' }) },
        ]}
        nameTitle={t`Company name`}
        nameOf={({ companyName }) => companyName}
        columns={[
          { title: t`Full name`, cell: ({ fullName }) => fullName },
          {
            title: t`Requested`,
            cell: ({ createdAt }) => formatMoment(createdAt, today, translate),
            whole: true,
          },
          { title: t`Status`, cell: ({ status }) => <ClientPill status={status} />, whole: true },
        ]}
        onOpen={setOpen}
        add={{ label: t`New potential client`, onClick: onNew }}
        empty={
          <EmptyState icon="people" title={t`No potential clients yet`}>
            {t`Whoever asks to be registered on the first page appears here.`}
          </EmptyState>
        }
      >
        <RefusedMessages />
      </ServerList>
      <Sheet title={open?.companyName ?? ''} opened={open !== undefined && !converting} onClose={close}>
        {open ? (
          <ClientDetails
            client={open}
            onChanged={changed}
            onConvert={() => setConverting(true)}
            onOpenCompany={onOpenCompany}
          />
        ) : null}
      </Sheet>
      <Sheet title={t`Register the company`} opened={converting} onClose={() => setConverting(false)}>
        {open ? (
          <ConversionForm
            client={open}
            onConverted={({ client, companyId, user, password, mailed }, certificate) => {
              setConverting(false)
              changed(client)
              const failed = certificate !== undefined && certificate.kind !== 'answered'
              setRefused(failed ? { companyId, code: failureCode(certificate) } : undefined)
              setPassword({
                name: `${user.firstName} ${user.lastName}`,
                username: user.username,
                password,
                mailed,
              })
            }}
          />
        ) : null}
      </Sheet>
      {password ? <PasswordSheet oneTime={password} onClose={closePassword} /> : null}
    </>
  )
}
