import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import type { PotentialClient } from '#contract/potential-client-endpoints.ts'
import { tinText } from '#domain/identity/tin.ts'
import {
  type ClientStatus,
  isConvertible,
  nextClientStatuses,
} from '#domain/potential-clients/potential-client.ts'
import { useAction } from '#ui/use-action.ts'
import { ClientPill } from './client-pill.tsx'

type Props = {
  readonly client: PotentialClient
  readonly onChanged: (client: PotentialClient) => void
  /** Goes on to organization, company and owner. */
  readonly onConvert: () => void
  readonly onOpenCompany: (companyId: string) => void
}

/** One potential client: the contact details, and the result so far. */
export function ClientDetails({ client, onChanged, onConvert, onOpenCompany }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const showFailure = useFailureToast()
  const [busy, run] = useAction()
  const choose = (status: ClientStatus) =>
    run(async () => {
      const outcome = await call('potential-clients.change-status', { id: client.id, status })
      if (outcome.kind === 'answered') onChanged(outcome.value)
      else showFailure(outcome)
    })
  const company = client.convertedTo
  const labels: Readonly<Record<ClientStatus, string>> = {
    new: '',
    contacted: t`Mark as contacted`,
    converted: '',
    declined: t`Decline`,
  }
  const facts = [
    { name: t`Full name`, value: client.fullName },
    { name: t`Phone number`, value: <a href={`tel:+255${client.phone}`}>+255 {client.phone}</a> },
    { name: t`Email`, value: <a href={`mailto:${client.email}`}>{client.email}</a> },
    { name: 'TIN', value: tinText(client.tin) },
    { name: t`Promo code`, value: client.promoCode === '' ? '–' : client.promoCode },
  ]
  return (
    <div className="stack">
      <ClientPill status={client.status} />
      <dl className="stack">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="dim small">{name}</dt>
            <dd style={{ margin: 0, overflowWrap: 'anywhere' }}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="actions">
        {isConvertible(client.status) ? (
          <Button disabled={busy} onClick={onConvert}>
            {t`Register the company`}
          </Button>
        ) : null}
        {company ? <Button onClick={() => onOpenCompany(company)}>{t`Open the company`}</Button> : null}
        {nextClientStatuses(client.status).map((status) => (
          <Button key={status} variant="default" disabled={busy} onClick={() => void choose(status)}>
            {labels[status]}
          </Button>
        ))}
      </div>
    </div>
  )
}
