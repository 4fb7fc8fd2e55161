import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { MAX_EXPENSE_ITEMS } from '#domain/expenses/expense-refusals.ts'
import type { ExpenseFormItem } from '#domain/expenses/quick-expense-form.ts'
import { THOUSANDTHS, toQuantity } from '#domain/money/quantity.ts'
import { TAX_TYPES, type TaxType } from '#domain/tax/tax-type.ts'
import { Icon } from '#ui/icon.tsx'
import { MoneyInput } from '#ui/money-input/money-input.tsx'
import { QuantityInput } from '#ui/quantity-input/quantity-input.tsx'
import classes from './expenses.module.css'

type Props = {
  /** Of the prices, where it is not the shilling. */
  readonly currency: string | undefined
  readonly items: readonly ExpenseFormItem[]
  readonly onChange: (items: readonly ExpenseFormItem[]) => void
  /** The names of the tax types on the day of the receipt; `undefined` where the amounts hold no tax. */
  readonly taxName: ((type: TaxType) => string) | undefined
  readonly errorAt: (path: string) => ReactNode
}

/** The items of an expense, where it has several: what, how many, at what price, under which tax (spec §3). */
export function ItemsPart({ items, currency, onChange, taxName, errorAt }: Props) {
  const { t } = useLingui()
  const change = (at: number, changed: Partial<ExpenseFormItem>) =>
    onChange(items.map((item, index) => (index === at ? { ...item, ...changed } : item)))
  const remove = (at: number) => onChange(items.filter((_, index) => index !== at))
  const add = () =>
    onChange([
      ...items,
      {
        description: '',
        quantity: toQuantity(THOUSANDTHS),
        unitAmount: undefined,
        taxType: items.at(-1)?.taxType ?? 'standard',
      },
    ])
  return (
    <fieldset className={`stack ${classes.parts}`}>
      <legend>{t`Items`}</legend>
      {items.map((item, at) => (
        // Without an id of their own; one is added or removed, never moved.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={at} className="stack">
          <TextInput
            label={t`Item ${at + 1}`}
            value={item.description}
            onChange={(event) => change(at, { description: event.currentTarget.value })}
            error={errorAt(`items.${at}.description`)}
            autoComplete="off"
          />
          <div className={classes.pair}>
            <MoneyInput
              label={t`Price of one`}
              currency={currency}
              value={item.unitAmount}
              onChange={(unitAmount) => change(at, { unitAmount })}
              error={errorAt(`items.${at}.unitAmount`)}
            />
            <div>
              <span className={classes.caption}>{t`Quantity`}</span>
              <QuantityInput
                label={t`Quantity of item ${at + 1}`}
                value={item.quantity}
                onChange={(quantity) => change(at, { quantity })}
                onRemove={() => remove(at)}
              />
            </div>
          </div>
          {taxName ? (
            <NativeSelect
              label={t`Tax type`}
              value={item.taxType}
              onChange={({ currentTarget: { value } }) =>
                change(at, { taxType: TAX_TYPES.find((known) => known === value) ?? 'standard' })
              }
              error={errorAt(`items.${at}.taxType`)}
              data={TAX_TYPES.map((value) => ({ value, label: taxName(value) }))}
            />
          ) : null}
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<Icon name="plus" size={18} />}
        onClick={add}
        disabled={items.length >= MAX_EXPENSE_ITEMS}
      >
        {t`Add an item`}
      </Button>
    </fieldset>
  )
}
