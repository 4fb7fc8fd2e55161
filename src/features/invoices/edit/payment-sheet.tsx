import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type StoreApi, useStore } from 'zustand'
import { useAppContext } from '#app-context/app-context.ts'
import { mayBeUnpaid } from '#domain/companies/company.ts'
import { type InvoicePayment, PAYMENT_TYPES, type PaymentType } from '#domain/invoices/invoice.ts'
import { suggestTenders } from '#domain/invoices/settle-payments.ts'
import { type Cents, sumCents, toCents } from '#domain/money/cents.ts'
import { amountText, moneyText } from '#domain/money/money-text.ts'
import { PAYMENT_NAMES } from '#i18n/trade-names.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hapticTick } from '#ui/haptic-tick.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { Keypad } from '#ui/keypad/keypad.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { type Editor, withPaymentMethod, withTenderedAmount } from './editor-store.ts'
import classes from './payment.module.css'
import { PaymentRow } from './payment-row.tsx'
import { PaymentStatus } from './payment-status.tsx'
import { paymentFieldKey } from './validate-draft.ts'

const ICONS: Record<PaymentType, IconName> = {
  cash: 'cash',
  'e-money': 'phone',
  credit_card: 'card',
  cheque: 'paper',
}

type Props = {
  readonly store: StoreApi<Editor>
  readonly errorAt: (path: string) => ReactNode
  readonly busy: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** Payment: a tile for each method, suggested notes, what is still due or the change, and the final button. */
export function PaymentSheet({ store, errorAt, busy, onSubmit, onClose }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { tendered, totals, amountDue } = useStore(store)
  /**
   * The row to focus. A new object at each tap: the same index may hold another field, or the focus may be elsewhere.
   */
  const [active, setActive] = useState<{ readonly at: number } | null>(null)
  const [removed, setRemoved] = useState<{ readonly at: number; readonly payment: InvoicePayment } | null>(
    null,
  )
  const field = useRef<HTMLInputElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  // An unreadable amount is dropped when its field disappears.
  useEffect(
    () => () => {
      const { tendered: last, markUnreadable } = store.getState()
      last.forEach((_, index) => {
        markUnreadable(paymentFieldKey(index), false)
      })
    },
    [store],
  )
  useLayoutEffect(() => {
    if (active === null) return
    const input = rows.current?.querySelectorAll<HTMLInputElement>('input[inputmode="none"]')[active.at]
    input?.focus()
    input?.select()
  }, [active])

  const { company } = useAppContext()
  const chosen = company?.choices?.paymentTypes ?? PAYMENT_TYPES
  // Payments already entered stay, also when the owner has disabled their method since.
  const offered = PAYMENT_TYPES.filter(
    (type) => chosen.includes(type) || tendered.some((payment) => payment.type === type),
  )
  const cashIndex = tendered.findIndex(({ type }) => type === 'cash')
  const others = sumCents(tendered.flatMap(({ type, amount }) => (type === 'cash' ? [] : amount)))
  const cashDue = toCents(Math.max(0, totals.totalIncludingTax - others))
  const pay = (type: PaymentType) => {
    hapticTick()
    setRemoved(null)
    const at = tendered.findIndex((payment) => payment.type === type)
    if (at < 0)
      store.getState().changeTendered((now) => withPaymentMethod(now, type, totals.totalIncludingTax))
    setActive({ at: at < 0 ? store.getState().tendered.length - 1 : at })
  }
  /** Typing an amount first corrects the last payment, or adds one in cash. */
  const beginWriting = () => {
    if (tendered.length > 0) setActive({ at: tendered.length - 1 })
    else pay('cash')
  }
  const payCash = (amount: Cents) => {
    hapticTick()
    setRemoved(null)
    const { changeTendered, markUnreadable } = store.getState()
    if (cashIndex >= 0) markUnreadable(paymentFieldKey(cashIndex), false)
    changeTendered((now) =>
      cashIndex < 0 ? [...now, { type: 'cash', amount }] : withTenderedAmount(now, cashIndex, amount),
    )
  }
  /**
   * Payments are identified by index: after a removal, incomplete amounts of the moved rows are dropped with their
   * fields.
   */
  const moveRows = (from: number, step: (now: typeof tendered) => typeof tendered) => {
    const { changeTendered, markUnreadable } = store.getState()
    for (let at = from; at < tendered.length; at += 1) markUnreadable(paymentFieldKey(at), false)
    setActive(null)
    field.current = null
    changeTendered(step)
  }
  const remove = (at: number) => {
    const payment = tendered[at]
    if (!payment) return
    setRemoved({ at, payment })
    moveRows(at, (now) => now.filter((_, index) => index !== at))
  }
  const restorePayment = ({ at, payment }: NonNullable<typeof removed>) => {
    setRemoved(null)
    moveRows(at, (now) => [...now.slice(0, at), payment, ...now.slice(at)])
  }
  const sum = moneyText(totals.totalIncludingTax)
  const unpaid = moneyText(amountDue)
  const mustBePaid = amountDue > 0 && !mayBeUnpaid(company?.choices)
  const error = errorAt('payments')
  return (
    <Sheet title={t`Payment`} opened onClose={onClose}>
      <form
        className={classes.payment}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <p className={classes.sum}>
          <span className="dim">{t`Amount due`}</span>
          <strong>{sum}</strong>
        </p>
        <div className={classes.ways}>
          {offered.map((type) => (
            <button
              key={type}
              type="button"
              className={classes.way}
              aria-pressed={tendered.some((payment) => payment.type === type)}
              onClick={() => pay(type)}
            >
              <Icon name={ICONS[type]} size={24} />
              {translate(PAYMENT_NAMES[type])}
            </button>
          ))}
        </div>
        {cashDue > 0 ? (
          <fieldset className={classes.notes} aria-label={t`Cash received`}>
            {[cashDue, ...suggestTenders(cashDue)].map((amount, index) => (
              <button key={amount} type="button" onClick={() => payCash(amount)}>
                {index === 0 ? t({ context: 'cash', message: 'Exact' }) : amountText(amount)}
              </button>
            ))}
          </fieldset>
        ) : null}
        {tendered.length > 0 ? (
          <ul className={classes.rows} ref={rows}>
            {tendered.map((payment, index) => (
              <PaymentRow
                // Payments have no identity of their own, only their index and method.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                key={`${index} ${payment.type}`}
                store={store}
                index={index}
                payment={payment}
                error={errorAt(`payments.${index}.amount`)}
                onFocus={(input) => {
                  field.current = input
                }}
                onRemove={() => remove(index)}
              />
            ))}
          </ul>
        ) : null}
        {removed ? (
          <p className={classes.removed} role="status">
            {t`Payment removed`}
            <button type="button" className="link-button" onClick={() => restorePayment(removed)}>
              {t`Undo`}
            </button>
          </p>
        ) : null}
        {error ? (
          <p className="field-error" role="alert">
            {error}
          </p>
        ) : (
          <PaymentStatus store={store} />
        )}
        <div className={classes.keypad}>
          <Keypad field={field} onNoField={() => flushSync(beginWriting)} />
        </div>
        <div className={classes.foot}>
          <button
            type="submit"
            className={classes.submit}
            data-go="submit"
            data-unpaid={amountDue > 0}
            aria-disabled={busy}
          >
            {amountDue > 0 && !mustBePaid ? t`Submit with ${unpaid} unpaid` : t`Submit to TRA · ${sum}`}
          </button>
          <p className="dim small">{t`A submitted invoice cannot be edited or reversed.`}</p>
        </div>
      </form>
    </Sheet>
  )
}
