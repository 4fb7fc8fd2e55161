import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { expenseFromForm } from '#domain/expenses/expense-from-form.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { exchangeRateText, FOREIGN_CURRENCIES, parseExchangeRate, SHILLING } from '#domain/money/currency.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { useParsedInput } from '#ui/use-parsed-input.ts'
import classes from './expenses.module.css'

type Props = {
  readonly form: QuickExpenseForm
  readonly change: (changed: Partial<QuickExpenseForm>) => void
  readonly error: ReactNode
}

const RATE = { parse: parseExchangeRate, format: exchangeRateText }

/** Another currency and its rate (spec §3): amounts are typed in it and kept in shillings. Most expenses need none. */
export function CurrencyPart({ form, change, error }: Props) {
  const { t } = useLingui()
  const { session } = useAppContext()
  const { currency, currencyRate } = form
  const rate = useParsedInput(currencyRate, RATE, (read) => change({ currencyRate: read }))
  const { total } = expenseTotals(expenseFromForm(form, session))
  return (
    <details className={classes.more} open={currency !== undefined || error !== undefined}>
      <summary>{t`Currency`}</summary>
      <div className="stack">
        <NativeSelect
          label={t`Currency`}
          value={currency ?? SHILLING}
          onChange={({ currentTarget: { value } }) => {
            const chosen = FOREIGN_CURRENCIES.find((known) => known === value)
            change({ currency: chosen, currencyRate: chosen && currencyRate })
          }}
          data={[SHILLING, ...FOREIGN_CURRENCIES]}
        />
        {currency === undefined ? null : (
          <>
            <TextInput
              label={t`Shillings for 1 ${currency}`}
              value={rate.text}
              onChange={(event) => rate.change(event.currentTarget.value)}
              onBlur={rate.normalize}
              error={error ?? (rate.unreadable ? t`Enter a rate, for example 2650 or 2650.50` : undefined)}
              inputMode="decimal"
              autoComplete="off"
              withAsterisk
            />
            {currencyRate === undefined ? null : <p>{t`In shillings: ${moneyText(total)}`}</p>}
          </>
        )}
      </div>
    </details>
  )
}
