import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { type StoreApi, useStore } from 'zustand'
import type { InvoicePayment } from '#domain/invoices/invoice.ts'
import { type Cents, toCents } from '#domain/money/cents.ts'
import { amountText } from '#domain/money/money-text.ts'
import { readSum } from '#domain/money/sum-text.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useSay } from '#i18n/use-say.ts'
import { Icon } from '#ui/icon.tsx'
import { useTypedValue } from '#ui/use-typed-value.ts'
import { type Editor, withHanded } from './editor-store.ts'
import { paymentMark } from './judge-draft.ts'
import classes from './payment.module.css'

const READING = {
  read: readSum,
  write: (amount: Cents) => (amount === 0 ? '' : amountText(amount)),
}

type Props = {
  readonly store: StoreApi<Editor>
  readonly index: number
  readonly payment: InvoicePayment
  readonly error: string | undefined
  readonly onFocus: (input: HTMLInputElement) => void
  readonly onRemove: () => void
}

/** One way of paying with what was handed over by it. The keypad below writes here, so the phone's own stays away. */
export function PaymentRow({ store, index, payment, error, onFocus, onRemove }: Props) {
  const { t } = useLingui()
  const say = useSay()
  const id = useId()
  const unreadable = useStore(store, (state) => state.unreadable.has(paymentMark(index)))
  const typed = useTypedValue(unreadable ? undefined : payment.amount, READING, (amount) => {
    const { hand, mark } = store.getState()
    mark(paymentMark(index), amount === undefined)
    hand((now) => withHanded(now, index, amount ?? toCents(0)))
  })
  const way = say(PAYMENT_NAMES[payment.type])
  const wrong = error ?? (typed.unreadable ? t`Enter an amount, for example 12,500 or 12,500.50` : undefined)
  return (
    <li className={classes.row}>
      <label htmlFor={id}>{way}</label>
      <input
        id={id}
        className={classes.amount}
        value={typed.text}
        onChange={(event) => typed.type(event.currentTarget.value)}
        onBlur={typed.settle}
        onFocus={(event) => {
          onFocus(event.currentTarget)
          event.currentTarget.select()
        }}
        inputMode="none"
        autoComplete="off"
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : `${id}-error`}
      />
      <button
        type="button"
        className="icon-button"
        onClick={onRemove}
        aria-label={t`Remove the payment: ${way}`}
      >
        <Icon name="trash" />
      </button>
      {wrong === undefined ? null : (
        <p className="field-error" id={`${id}-error`}>
          {wrong}
        </p>
      )}
    </li>
  )
}
