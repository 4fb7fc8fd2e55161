import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { failureCode } from '#app-context/failure-code.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import type { WebhookView } from '#contract/webhook-endpoints.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { Code } from './api-parts.tsx'
import { NewWebhookForm } from './new-webhook-form.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookLog } from './webhook-log.tsx'

/** Addresses of the company's programs that are notified of invoices: the owner adds, tests and removes them. */
export function WebhooksSection(props: { readonly sandbox: boolean }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call } = useAppContext()
  const toast = useToasts((state) => state.show)
  const load = useCallback(async () => loadedFrom(await call('webhooks.list', {})), [call])
  const { value, failure, reload, replace, loading } = useServerAnswer(load)
  const [adding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [logOf, setLogOf] = useState<string>()
  const [removing, setRemoving] = useState<WebhookView>()
  const [busy, run] = useAction()
  const sorry = (code: string) => toast({ tone: 'bad', text: translate(errorMessage(code)) })
  const showSecret = (made: string) => {
    setAdding(false)
    setSecret(made)
    reload()
  }
  const rotate = async (id: string) => {
    const outcome = await run(() => call('webhooks.rotate', { id }))
    if (outcome?.kind === 'answered') showSecret(outcome.value.secret)
    else if (outcome) sorry(failureCode(outcome))
  }
  const turn = async (id: string, active: boolean) => {
    const outcome = await run(() => call('webhooks.switch', { id, active }))
    if (outcome?.kind === 'answered') replace(outcome.value)
    else if (outcome) sorry(failureCode(outcome))
  }
  const remove = async (id: string) => {
    const outcome = await run(() => call('webhooks.remove', { id }))
    setRemoving(undefined)
    if (outcome?.kind === 'answered') replace(outcome.value)
    else if (outcome) sorry(failureCode(outcome))
  }
  return (
    <div className="stack" aria-busy={loading && value === undefined}>
      <h2 className="section-title">{t`Notify your programs`}</h2>
      <p>{t`Risiti calls an address of yours when something happens to an invoice, and again for three days until it is taken.`}</p>
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
      )}
      {value === undefined ? null : <Button onClick={() => setAdding(true)}>{t`Add an address`}</Button>}
      {value?.webhooks.map((webhook) => (
        <WebhookCard
          key={webhook.id}
          shown={webhook}
          busy={busy}
          onLog={() => setLogOf(webhook.id)}
          onRotate={() => void rotate(webhook.id)}
          onSwitch={(active) => void turn(webhook.id, active)}
          onRemove={() => setRemoving(webhook)}
        />
      ))}
      <Sheet title={t`Add an address`} opened={adding} onClose={() => setAdding(false)}>
        <NewWebhookForm sandbox={props.sandbox} onMade={showSecret} />
      </Sheet>
      {secret === undefined ? null : (
        <Sheet title={t`Secret of the address`} opened onClose={() => setSecret(undefined)} height="auto">
          <div className="stack">
            <p>{t`It is shown only now. Your program checks each message with it.`}</p>
            <Code label={t`The secret`}>{secret}</Code>
            <Button onClick={() => setSecret(undefined)}>{t`Done`}</Button>
          </div>
        </Sheet>
      )}
      {logOf === undefined ? null : (
        <Sheet title={t`What was sent`} opened onClose={() => setLogOf(undefined)}>
          <WebhookLog webhookId={logOf} />
        </Sheet>
      )}
      <ConfirmDialog
        opened={removing !== undefined}
        title={t`Remove this address?`}
        busy={busy}
        confirmLabel={t`Remove the address`}
        destructive
        onConfirm={() => {
          if (removing) void remove(removing.id)
        }}
        onClose={() => setRemoving(undefined)}
      >
        {t`It is not notified any more, and its log is deleted.`}
      </ConfirmDialog>
    </div>
  )
}
