import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { loadedFrom } from '#app-context/server-answer.ts'
import { useCan } from '#app-context/use-can.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { ServerFailure } from '#blocks/server-list/server-failure.tsx'
import { useServerAnswer } from '#blocks/server-list/use-server-answer.ts'
import { SubscriptionPaymentList } from '#blocks/subscription/payment-list.tsx'
import { SubscriptionStatusLine } from '#blocks/subscription/subscription-status.tsx'
import { moneyText } from '#domain/money/money-text.ts'
import { type SubscriptionPayment, subscriptionState } from '#domain/subscription/subscription.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { RecordPaymentForm } from './record-payment-form.tsx'

/** What a company paid for Risiti; the platform records payments here, which extends the subscription. */
export function PaymentsSection({ companyId }: { readonly companyId: string }) {
  const { t } = useLingui()
  const { call } = useAppContext()
  const today = useToday()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  const mayRecord = useCan()('subscription.manage', { companyId })
  const load = useCallback(
    async () => loadedFrom(await call('subscription.read', { companyId })),
    [call, companyId],
  )
  const { value, failure, reload, replace } = useServerAnswer(load)
  const [recording, setRecording] = useState(false)
  const [canceling, setCanceling] = useState<SubscriptionPayment>()
  const [busy, run] = useAction()
  const cancel = async ({ id }: SubscriptionPayment) => {
    const outcome = await run(() => call('subscription.cancel-payment', { id, companyId }))
    setCanceling(undefined)
    if (outcome?.kind === 'answered') {
      replace(outcome.value)
      toast({ tone: 'good', text: t`Payment canceled` })
    } else if (outcome) showFailure(outcome)
  }
  const close = () => {
    setRecording(false)
    // A payment whose answer was lost may have been recorded.
    reload()
  }
  const cancelButton = (payment: SubscriptionPayment) => {
    if (!mayRecord || payment.canceled) return null
    const amount = moneyText(payment.amount)
    return (
      <Button
        variant="default"
        data-tone="danger"
        aria-label={t`Cancel the payment of ${amount}`}
        onClick={() => setCanceling(payment)}
      >
        {t({ context: 'a payment', message: 'Cancel' })}
      </Button>
    )
  }
  return (
    <>
      <section className="card stack" aria-labelledby="company-payments">
        <h2 className="section-title" id="company-payments">{t`Payment for Risiti`}</h2>
        {failure === undefined ? null : (
          <ServerFailure code={failure} onRetry={reload} above={value !== undefined} />
        )}
        {value === undefined ? null : (
          <>
            <SubscriptionStatusLine state={subscriptionState(value.payments, today)} />
            <SubscriptionPaymentList payments={value.payments} actionOf={cancelButton} />
            {mayRecord ? <Button onClick={() => setRecording(true)}>{t`Record a payment`}</Button> : null}
          </>
        )}
      </section>
      {value === undefined ? null : (
        <Sheet title={t`Record a payment`} opened={recording} onClose={close}>
          <RecordPaymentForm
            companyId={companyId}
            subscription={value}
            onRecorded={(answer) => {
              replace(answer)
              setRecording(false)
              toast({ tone: 'good', text: t`Payment recorded` })
            }}
          />
        </Sheet>
      )}
      <ConfirmDialog
        opened={canceling !== undefined}
        title={t`Cancel this payment?`}
        busy={busy}
        confirmLabel={t`Cancel the payment`}
        destructive
        onConfirm={() => {
          if (canceling) void cancel(canceling)
        }}
        onClose={() => setCanceling(undefined)}
      >
        {t`It no longer counts, and the subscription ends earlier. It stays visible in the list.`}
      </ConfirmDialog>
    </>
  )
}
