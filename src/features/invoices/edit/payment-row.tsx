import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { type InvoicePayment, MAX_PAYMENT_REFERENCE } from '#domain/invoices/invoice.ts'
import { type Cents, toCents } from '#domain/money/cents.ts'
import { amountText } from '#domain/money/money-text.ts'
import { readSum } from '#domain/money/sum-text.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { useParsedInput } from '#ui/use-parsed-input.ts'
import { type Editor, withTenderedAmount, withTenderedReference } from './editor-store.ts'
import classes from './payment.module.css'
import { paymentFieldKey } from './validate-draft.ts'

const AMOUNT_FORMAT = {
  parse: readSum,
  format: (amount: Cents) => (amount === 0 ? '' : amountText(amount)),
}

type Props = {
  readonly store: StoreApi<Editor>
  readonly index: number
  readonly payment: InvoicePayment
  readonly error: ReactNode
  readonly onFocus: (input: HTMLInputElement) => void
  readonly onRemove: () => void
}

/**
 * One payment method with the amount handed over. The keypad below types here, so the phone's own keyboard stays
 * closed.
 */
export function PaymentRow({ store, index, payment, error, onFocus, onRemove }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const id = useId()
  const unreadable = useStore(store, (state) => state.unreadable.has(paymentFieldKey(index)))
  const typed = useParsedInput(unreadable ? undefined : payment.amount, AMOUNT_FORMAT, (amount) => {
    const { changeTendered, markUnreadable } = store.getState()
    markUnreadable(paymentFieldKey(index), amount === undefined)
    changeTendered((now) => withTenderedAmount(now, index, amount ?? toCents(0)))
  })
  const way = translate(PAYMENT_NAMES[payment.type])
  const wrong = error ?? (typed.unreadable ? t`Enter an amount, for example 12,500 or 12,500.50` : undefined)
  return (
    <li className={classes.row}>
      <label htmlFor={id} id={`${id}-way`}>
        {way}
      </label>
      <input
        id={id}
        className={classes.amount}
        value={typed.text}
        onChange={(event) => typed.change(event.currentTarget.value)}
        onBlur={typed.normalize}
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
      {payment.type === 'cash' ? null : (
        <input
          className={classes.reference}
          value={payment.reference ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget
            store.getState().changeTendered((now) => withTenderedReference(now, index, value))
          }}
          // A scanner or the phone's keyboard ends the text with Enter; only the button below submits.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
          }}
          maxLength={MAX_PAYMENT_REFERENCE}
          placeholder={t`Reference (optional)`}
          aria-label={t`Payment reference`}
          aria-describedby={`${id}-way`}
          autoCapitalize="characters"
          autoComplete="off"
        />
      )}
      {wrong === undefined ? null : (
        <p className="field-error" id={`${id}-error`}>
          {wrong}
        </p>
      )}
    </li>
  )
}
