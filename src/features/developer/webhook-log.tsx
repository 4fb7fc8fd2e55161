import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { WebhookDeliveryView } from '#contract/webhook-endpoints.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { formatMoment } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import classes from './developer.module.css'

function Delivery(props: {
  readonly of: WebhookDeliveryView
  readonly busy: boolean
  readonly onResend: () => void
}) {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const { type, state, attempts, status, problem, createdAt, nextAttemptAt, body, id } = props.of
  const at = formatMoment(createdAt, today, translate)
  const answered = status === null ? problem : String(status)
  const icon = state === 'delivered' ? 'check' : state === 'failed' ? 'alert' : 'clock'
  const words = { delivered: t`Delivered`, failed: t`Not delivered`, waiting: t`Waits` }
  return (
    <section className={`card stack ${classes.card}`} aria-label={`${type} ${at}`}>
      <p>
        <Icon name={icon} /> <span>{words[state]}</span> · <code translate="no">{type}</code>
      </p>
      <p className="dim">
        {at} · {t`Attempts: ${attempts}`}
        {answered === '' ? null : ` · ${t`Last answer: ${answered}`}`}
        {nextAttemptAt === null
          ? null
          : ` · ${t`Next attempt ${formatMoment(nextAttemptAt, today, translate)}`}`}
      </p>
      <details>
        <summary>{t`Content`}</summary>
        <pre className={classes.code} translate="no">
          {`webhook-id: ${id}\n${body}`}
        </pre>
      </details>
      <Button variant="default" disabled={props.busy || state === 'waiting'} onClick={props.onResend}>
        {t`Send again`}
      </Button>
    </section>
  )
}

/** The last messages to one address: what came of each, a test, and sending one again. */
export function WebhookLog({ webhookId }: { readonly webhookId: string }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const toast = useToasts((shown) => shown.show)
  const load = useCallback(
    async () => loadedFrom(await call('webhooks.deliveries', { id: webhookId })),
    [call, webhookId],
  )
  const { value, failure, reload, replace, loading } = useServerAnswer(load)
  const [busy, run] = useAction()
  const send = async (deliveryId: string | undefined) => {
    const outcome = await run(() =>
      deliveryId === undefined
        ? call('webhooks.test', { id: webhookId })
        : call('webhooks.resend', { id: webhookId, deliveryId }),
    )
    if (outcome?.kind === 'answered') replace(outcome.value)
    else if (outcome) toast({ tone: 'bad', text: translate(errorMessage(failureCode(outcome))) })
  }
  return (
    <div className="stack" aria-busy={loading && value === undefined}>
      <div className="actions">
        <Button loading={busy} onClick={() => void send(undefined)}>{t`Send a test`}</Button>
        <Button variant="default" onClick={reload}>{t`Load again`}</Button>
      </div>
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
      )}
      {value?.deliveries.length === 0 ? <p>{t`Nothing was sent yet.`}</p> : null}
      {value?.deliveries.map((delivery) => (
        <Delivery key={delivery.id} of={delivery} busy={busy} onResend={() => void send(delivery.id)} />
      ))}
    </div>
  )
}
