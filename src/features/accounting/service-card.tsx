import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import type { AccountingConnection } from '#contract/accounting-endpoints.ts'
import { ACCOUNTING_NAMES } from '#domain/accounting/provider.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FailureNote } from '#ui/failure-note.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { useAction } from '#ui/use-action.ts'
import { BookingLog } from './booking-log.tsx'
import { ComparisonPart } from './comparison-part.tsx'
import { ConnectionPill } from './connection-pill.tsx'
import { MappingForm } from './mapping-form.tsx'
import { PreviewPart } from './preview-part.tsx'
import { PullPart } from './pull-part.tsx'

type Props = { readonly connection: AccountingConnection; readonly onChanged: () => void }

/** One accounting service: its state and what the owner can do next. */
export function ServiceCard({ connection, onChanged }: Props) {
  const { t } = useLingui()
  const name = ACCOUNTING_NAMES[connection.provider]
  const { state, organization, simulated, available } = connection
  const heading = `app-${connection.provider}`
  return (
    <section className="card stack" aria-labelledby={heading}>
      <h2 className="section-title" id={heading}>
        {name}
      </h2>
      <div>
        <ConnectionPill state={state} />
      </div>
      {organization === '' || state === 'none' ? null : (
        <p>
          <strong>{organization}</strong>
        </p>
      )}
      {simulated ? <p className="dim small">{t`A simulator answers here, not the real service.`}</p> : null}
      {available ? (
        <Steps connection={connection} onChanged={onChanged} />
      ) : (
        <p>{t`${name} is not set up on this server.`}</p>
      )}
    </section>
  )
}

function Steps({ connection, onChanged }: Props) {
  const { t } = useLingui()
  const [changing, setChanging] = useState(false)
  const { state, provider, mapped, since } = connection
  if (state === 'choosing')
    return (
      <>
        <ChooseOrganization connection={connection} onChanged={onChanged} />
        <Disconnect connection={connection} onChanged={onChanged} />
      </>
    )
  if (state !== 'active')
    return (
      <>
        {since === null ? null : <BookingLog connection={connection} />}
        <Connect connection={connection} />
        {state === 'reconnect' ? <Disconnect connection={connection} onChanged={onChanged} /> : null}
      </>
    )
  const done = () => {
    setChanging(false)
    onChanged()
  }
  return (
    <>
      {!mapped || changing ? (
        <MappingForm provider={provider} onSaved={done} />
      ) : (
        <>
          {since === null ? (
            <PreviewPart provider={provider} onStarted={onChanged} />
          ) : (
            <>
              <Running connection={connection} />
              <Attaching connection={connection} onChanged={onChanged} />
              <ComparisonPart connection={connection} onChanged={onChanged} />
            </>
          )}
          <PullPart connection={connection} onChanged={onChanged} />
          <Button variant="default" onClick={() => setChanging(true)}>{t`Change the choices`}</Button>
        </>
      )}
      {since === null ? null : <BookingLog connection={connection} />}
      <Disconnect connection={connection} onChanged={onChanged} />
    </>
  )
}

/** What was booked so far. */
function Running({ connection: { since, sentAt, counts, pausedUntil } }: Pick<Props, 'connection'>) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const day = since === null ? '' : dayText(since)
  const last = sentAt === null ? undefined : formatMoment(sentAt, today, translate)
  const until = pausedUntil === null ? undefined : formatMoment(pausedUntil, today, translate)
  const { done, waiting, attention } = counts
  return (
    <div className="stack">
      <p>{t`Receipts since ${day} are written into the books.`}</p>
      <p>{t`Written: ${done}. Waiting: ${waiting}. Need you: ${attention}.`}</p>
      {last === undefined ? null : <p className="dim small">{t`Last written: ${last}`}</p>}
      {until === undefined || waiting === 0 ? null : (
        <p className="dim small">{t`The service asked us to wait. It goes on at ${until}.`}</p>
      )}
    </div>
  )
}

/** A service with few calls a day has enough with the link to the receipt. */
function Attaching({ connection: { provider, attaches }, onChanged }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const [busy, run] = useAction()
  const choose = async (on: boolean) => {
    await run(() => call('accounting.attach', { provider, attaches: on }))
    onChanged()
  }
  return (
    <Switch
      label={t`Attach each receipt as a file`}
      on={attaches}
      disabled={busy}
      onChange={(on) => void choose(on)}
    />
  )
}

function Connect({ connection: { provider, state } }: Pick<Props, 'connection'>) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const [busy, run] = useAction()
  const [code, setCode] = useState<string>()
  const name = ACCOUNTING_NAMES[provider]
  const connect = async () => {
    setCode(undefined)
    const outcome = await run(() => call('accounting.connect', { provider }))
    if (outcome?.kind === 'answered') window.location.assign(outcome.value.url)
    else if (outcome) setCode(failureCode(outcome))
  }
  return (
    <>
      {code === undefined ? null : <FailureNote code={code} />}
      <Button loading={busy} onClick={() => void connect()}>
        {state === 'none' ? t`Connect ${name}` : t`Reconnect ${name}`}
      </Button>
    </>
  )
}

function ChooseOrganization({ connection: { provider, offered }, onChanged }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const [busy, run] = useAction()
  const [code, setCode] = useState<string>()
  const choose = async (organizationId: string) => {
    setCode(undefined)
    const outcome = await run(() => call('accounting.choose', { provider, organizationId }))
    if (outcome?.kind === 'answered') onChanged()
    else if (outcome) setCode(failureCode(outcome))
  }
  return (
    <>
      <p>{t`Choose the organization for this company:`}</p>
      {offered.map(({ id, name }) => (
        <Button key={id} variant="default" loading={busy} onClick={() => void choose(id)}>
          {name}
        </Button>
      ))}
      {code === undefined ? null : <FailureNote code={code} />}
      <Connect connection={{ ...EMPTY, provider, state: 'reconnect' }} />
    </>
  )
}

/** Another login, for a person who allowed the wrong organization. */
const EMPTY: AccountingConnection = {
  ...{ provider: 'xero', available: true, simulated: false, state: 'none', organization: '', offered: [] },
  ...{ mapped: false, since: null, pausedUntil: null, sentAt: null },
  ...{ attaches: true, pullFrom: null, pulledAt: null, comparedAt: null, comparison: null },
  inbox: { taken: 0, attention: 0 },
  counts: { waiting: 0, done: 0, attention: 0, leftOut: 0 },
}

function Disconnect({ connection: { provider }, onChanged }: Props) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const [asking, setAsking] = useState(false)
  const [, run] = useAction()
  const name = ACCOUNTING_NAMES[provider]
  const disconnect = async () => {
    await run(() => call('accounting.disconnect', { provider }))
    setAsking(false)
    onChanged()
  }
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)}>{t`Disconnect`}</Button>
      <ConfirmDialog
        opened={asking}
        title={t`Disconnect ${name}?`}
        confirmLabel={t`Disconnect`}
        onConfirm={() => void disconnect()}
        onClose={() => setAsking(false)}
      >
        {t`What is written in the books stays there. Receipts after this wait until you reconnect.`}
      </ConfirmDialog>
    </>
  )
}
