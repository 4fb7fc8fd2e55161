import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import type { FiscalIdentityView } from '#contract/fiscal-devices.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Pill } from '#ui/pill/pill.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'

type Props = {
  readonly identity: FiscalIdentityView
  readonly companyId: string
  readonly mayResume: boolean
  readonly onResumed: () => void
}

/** One registration at TRA: its counters, the last answer, what waits, and how to resume it when it is stopped. */
export function FiscalIdentityCard({ identity, companyId, mayResume, onResumed }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const { lastReceipt, lastZReport, lastContactAt, refusedReports = 0 } = identity
  const facts = [
    { name: t`Serial number`, value: identity.deviceSerial },
    { name: 'REGID', value: identity.regId },
    { name: 'UIN', value: identity.uin },
    { name: t`Tax office`, value: identity.taxOffice },
    { name: t`Registered on`, value: dayText(identity.registeredDay) },
    { name: t`Next receipt number`, value: String(identity.nextGc) },
    {
      name: t`Last receipt`,
      value: lastReceipt ? `${lastReceipt.rctvnum}, ${formatMoment(lastReceipt.at, today, translate)}` : '–',
    },
    { name: t`Last Z report`, value: lastZReport ? dayText(lastZReport.day) : '–' },
    {
      name: t`Last contact with TRA`,
      value: lastContactAt ? formatMoment(lastContactAt, today, translate) : '–',
    },
    { name: t`Receipts waiting for TRA`, value: String(identity.waitingReceipts) },
    { name: t`Receipts that need a person`, value: String(identity.refusedReceipts) },
    ...(refusedReports > 0 ? [{ name: t`Z reports rejected by TRA`, value: String(refusedReports) }] : []),
  ]
  const isStopped = identity.state !== 'active' && identity.state !== 'held'
  const isReportRefused = identity.state === 'active' && refusedReports > 0
  return (
    <article
      className="card stack"
      style={{ overflowWrap: 'anywhere' }}
      data-environment={identity.environment}
    >
      <div className="actions">
        <EnvironmentPill identity={identity} />
        <StatePill identity={identity} />
      </div>
      {identity.reason === '' ? null : <p>TRA: {identity.reason}</p>}
      {identity.reachable ? null : (
        <p className="dim small">{t`It belongs to another TRA system than this server uses. Nothing of it is sent.`}</p>
      )}
      <dl className="stack">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt className="dim small">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {identity.current && mayResume && (isStopped || isReportRefused) ? (
        <ResumeButton companyId={companyId} onResumed={onResumed} />
      ) : null}
    </article>
  )
}

function EnvironmentPill({ identity }: { identity: FiscalIdentityView }) {
  const { t } = useLingui()
  if (identity.environment === 'live') {
    return (
      <Pill icon="seal" tone="good" status="live">
        TRA
      </Pill>
    )
  }
  return (
    <Pill icon="alert" tone="warm" status={identity.environment}>
      {identity.environment === 'test' ? t`TRA test — not fiscal` : t`Simulation — not fiscal`}
    </Pill>
  )
}

function StatePill({ identity }: { identity: FiscalIdentityView }) {
  const { t } = useLingui()
  if (!identity.current)
    return <Pill icon="clock" tone="plain" status="retired">{t`Earlier registration`}</Pill>
  switch (identity.state) {
    case 'active':
      return <Pill icon="check" tone="good" status="active">{t`Registered`}</Pill>
    case 'blocked':
      return <Pill icon="ban" tone="bad" status="blocked">{t`Blocked by TRA`}</Pill>
    case 'ended':
      return <Pill icon="ban" tone="bad" status="ended">{t`Registration ended by TRA`}</Pill>
    case 'stopped':
      return <Pill icon="alert" tone="bad" status="stopped">{t`Stopped`}</Pill>
    case 'held':
      return <Pill icon="hold" tone="warm" status="held">{t`Numbering is held`}</Pill>
  }
}

function ResumeButton({ companyId, onResumed }: Pick<Props, 'companyId' | 'onResumed'>) {
  const { t } = useLingui()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const { call } = useAppContext()
  const [busy, run] = useAction()
  const resume = async () => {
    const outcome = await run(() => call('fiscal.resume', { companyId }))
    if (outcome === undefined) return
    onResumed()
    if (outcome.kind !== 'answered') {
      showFailure(outcome)
      return
    }
    toast(
      outcome.value.state === 'active'
        ? { tone: 'good', text: t`Trying TRA again. Receipts are being sent.` }
        : { tone: 'bad', text: t`TRA is still not accepting receipts.` },
    )
  }
  return (
    <Button loading={busy} onClick={() => void resume()}>
      {t`Try TRA again`}
    </Button>
  )
}
