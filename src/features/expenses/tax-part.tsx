import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { EXPENSE_AMOUNT_TYPES } from '#domain/expenses/expense.ts'
import { expenseFromForm } from '#domain/expenses/expense-from-form.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { TAX_TYPES, type TaxType } from '#domain/tax/tax-type.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { AMOUNT_TYPE_NAMES } from './expense-names.ts'
import classes from './expenses.module.css'

type Props = {
  readonly form: QuickExpenseForm
  readonly change: (changed: Partial<QuickExpenseForm>) => void
  readonly errorAt: (path: string) => ReactNode
  readonly taxName: (type: TaxType) => string
}

/** Further fields of a receipt with VAT: most expenses of a small shop need none of them, so they are collapsed. */
export function TaxPart({ form, change, errorAt, taxName }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { session } = useAppContext()
  const taxed = form.amountType !== 'NO_TAX'
  const { vat, total } = expenseTotals(expenseFromForm(form, session))
  const refused = errorAt('items.0.taxType') ?? errorAt('vendor.taxNumber')
  return (
    <details className={classes.more} open={taxed || form.vendorTaxNumber !== '' || refused !== undefined}>
      <summary>{t`VAT and vendor's TIN`}</summary>
      <div className="stack">
        <NativeSelect
          label={t`VAT`}
          value={form.amountType}
          onChange={({ currentTarget: { value } }) =>
            change({ amountType: EXPENSE_AMOUNT_TYPES.find((known) => known === value) ?? 'NO_TAX' })
          }
          data={(['NO_TAX', 'INCLUSIVE', 'EXCLUSIVE'] as const).map((value) => ({
            value,
            label: translate(AMOUNT_TYPE_NAMES[value]),
          }))}
        />
        {taxed ? (
          <>
            {form.items ? null : (
              <NativeSelect
                label={t`Tax type`}
                value={form.taxType}
                onChange={({ currentTarget: { value } }) =>
                  change({ taxType: TAX_TYPES.find((known) => known === value) ?? 'standard' })
                }
                error={errorAt('items.0.taxType')}
                data={TAX_TYPES.map((value) => ({ value, label: taxName(value) }))}
              />
            )}
            <p>{t`VAT ${moneyText(vat)} of ${moneyText(total)}`}</p>
          </>
        ) : null}
        <TextInput
          label={t`Vendor's TIN`}
          description={t`Optional`}
          value={form.vendorTaxNumber}
          onChange={(event) =>
            change({
              vendorTaxNumber: event.currentTarget.value,
              vendorId: undefined,
              // They are of the record.
              ...(form.vendorId !== undefined && { vendorRest: undefined }),
            })
          }
          error={errorAt('vendor.taxNumber')}
          inputMode={form.vendorForeign ? 'text' : 'numeric'}
          autoComplete="off"
        />
      </div>
    </details>
  )
}
