import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { EXPENSE_METHODS, type ExpenseMethod } from '#domain/expenses/expense.ts'
import { formTotals, withSeveralPayments } from '#domain/expenses/expense-from-form.ts'
import type { ExpenseFormPayment, QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { amountText } from '#domain/money/money-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { MoneyInput } from '#ui/money-input/money-input.tsx'
import { METHOD_NAMES } from './expense-names.ts'
import classes from './expenses.module.css'

type Props = {
  readonly form: QuickExpenseForm
  readonly change: (changed: Partial<QuickExpenseForm>) => void
  readonly error: ReactNode
}

/** How an expense was paid: one way over all of it, or several with their amounts and what is still to pay. */
export function PaymentsPart({ form, change, error }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { session } = useAppContext()
  const methods = EXPENSE_METHODS.map((value) => ({ value, label: translate(METHOD_NAMES[value]) }))
  const methodOf = (text: string): ExpenseMethod => EXPENSE_METHODS.find((known) => known === text) ?? 'CASH'
  const addTo = (payments: readonly ExpenseFormPayment[]) =>
    change({ payments: [...payments, { method: 'EMONEY', amount: undefined }] })
  if (!form.payments) {
    return (
      <>
        <NativeSelect
          label={t`Payment method`}
          value={form.method}
          onChange={({ currentTarget: { value } }) => change({ method: methodOf(value) })}
          data={methods}
        />
        <Button
          variant="subtle"
          leftSection={<Icon name="plus" size={18} />}
          onClick={() => addTo(withSeveralPayments(form, session).payments ?? [])}
        >
          {t`Paid in several ways`}
        </Button>
      </>
    )
  }
  const { payments } = form
  const { balance } = formTotals(form, session)
  const changeOne = (at: number, changed: Partial<ExpenseFormPayment>) =>
    change({ payments: payments.map((one, index) => (index === at ? { ...one, ...changed } : one)) })
  const remove = (at: number) => {
    const rest = payments.filter((_, index) => index !== at)
    const [only, second] = rest
    // One way to pay is over the whole total again.
    change(second || !only ? { payments: rest } : { payments: undefined, method: only.method })
  }
  return (
    <fieldset className={`stack ${classes.parts}`}>
      <legend>{t`Payments`}</legend>
      {payments.map((payment, at) => (
        // Without an id of their own; one is added or removed, never moved.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className={classes.pair}>
          <NativeSelect
            label={t`Payment method ${at + 1}`}
            value={payment.method}
            onChange={({ currentTarget: { value } }) => changeOne(at, { method: methodOf(value) })}
            data={methods}
          />
          <MoneyInput
            label={t`Paid ${at + 1}`}
            currency={form.currency}
            value={payment.amount}
            onChange={(amount, unreadable) => changeOne(at, { amount, unreadable })}
          />
          <Button variant="subtle" data-tone="danger" onClick={() => remove(at)}>
            {t`Remove payment ${at + 1}`}
          </Button>
        </div>
      ))}
      <p role="status">{balance === 0 ? t`Everything is paid.` : t`Still to pay: ${amountText(balance)}`}</p>
      {error === undefined ? null : (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <Button variant="default" leftSection={<Icon name="plus" size={18} />} onClick={() => addTo(payments)}>
        {t`Add a payment`}
      </Button>
    </fieldset>
  )
}
