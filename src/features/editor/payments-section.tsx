import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { type StoreApi, useStore } from 'zustand'
import { paidTotal } from '#domain/invoices/check-invoice.ts'
import { PAYMENT_TYPES, type PaymentType } from '#domain/invoices/invoice.ts'
import { type Cents, minusCents, toCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useSay } from '#i18n/use-say.ts'
import { Icon } from '#ui/icon.tsx'
import { MoneyInput } from '#ui/money-input/money-input.tsx'
import classes from './editor.module.css'
import { type Editor, withoutPayment, withPayment } from './editor-store.ts'
import { paymentMark } from './judge-draft.ts'

type Props = {
  readonly store: StoreApi<Editor>
  readonly errorAt: (path: string) => string | undefined
  readonly total: Cents
}

/** How it is paid: one touch for a sale paid at once, several payments where needed, the rest stays unpaid. */
export function PaymentsSection({ store, errorAt, total }: Props) {
  const { t } = useLingui()
  const say = useSay()
  const payments = useStore(store, (state) => state.content.payments)
  const unreadable = useStore(store, (state) => state.unreadable)
  const rest = minusCents(total, paidTotal(payments))
  const owed = rest > 0 ? rest : toCents(0)
  const pay = (type: PaymentType) =>
    store.getState().change((content) => ({
      ...content,
      payments: [...content.payments, { type, amount: owed }],
    }))
  const remove = (index: number) => {
    const { change, mark } = store.getState()
    payments.forEach((_, at) => {
      mark(paymentMark(at), false)
    })
    change((content) => withoutPayment(content, index))
  }
  const error = errorAt('payments')
  return (
    <section className={classes.section} aria-labelledby="editor-payments">
      <div className={classes.sectionHead}>
        <h2 className="section-title" id="editor-payments">
          {t`Payments`}
        </h2>
        <span className={owed > 0 ? classes.owed : 'dim'} aria-live="polite">
          {total === 0 ? '' : owed > 0 ? t`Not paid yet: ${moneyText(owed)}` : error ? '' : t`Paid in full`}
        </span>
      </div>
      {payments.length === 0 ? (
        <div className={classes.quickPay}>
          {PAYMENT_TYPES.map((type) => (
            <Button key={type} variant="light" onClick={() => pay(type)} disabled={total === 0} px="xs">
              {say(PAYMENT_NAMES[type])}
            </Button>
          ))}
        </div>
      ) : (
        <div className="card stack">
          {payments.map((payment, index) => (
            <div
              // Payments have no identity of their own; their place is all they are known by.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              className={classes.payment}
            >
              <NativeSelect
                aria-label={t`Payment type`}
                value={payment.type}
                onChange={(event) => {
                  const type = PAYMENT_TYPES.find((known) => known === event.currentTarget.value)
                  if (type) store.getState().change((content) => withPayment(content, index, { type }))
                }}
                data={PAYMENT_TYPES.map((type) => ({ value: type, label: say(PAYMENT_NAMES[type]) }))}
              />
              <MoneyInput
                aria-label={t`Amount`}
                blankZero
                value={unreadable.has(paymentMark(index)) ? undefined : payment.amount}
                onChange={(amount) => {
                  const { change, mark } = store.getState()
                  mark(paymentMark(index), amount === undefined)
                  change((content) => withPayment(content, index, { amount: amount ?? toCents(0) }))
                }}
                error={errorAt(`payments.${index}.amount`)}
              />
              <button
                type="button"
                className="icon-button"
                onClick={() => remove(index)}
                aria-label={t`Remove the payment`}
              >
                <Icon name="trash" />
              </button>
            </div>
          ))}
          {owed > 0 ? (
            <Button variant="light" onClick={() => pay('cash')} leftSection={<Icon name="plus" />}>
              {t`Add payment`}
            </Button>
          ) : null}
        </div>
      )}
      {error ? (
        <p className="field-error" role="alert" data-refused="true">
          {error}
        </p>
      ) : null}
    </section>
  )
}
