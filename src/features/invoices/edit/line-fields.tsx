import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type StoreApi, useStore } from 'zustand'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { useTaxNames } from '#blocks/use-tax-names.ts'
import type { InvoiceLine } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import { rateOn } from '#domain/tax/rate-table.ts'
import { TAX_TYPES, type TaxType } from '#domain/tax/tax-type.ts'
import { Icon } from '#ui/icon.tsx'
import { MoneyInput } from '#ui/money-input/money-input.tsx'
import { PercentInput } from '#ui/percent-input/percent-input.tsx'
import classes from './cart.module.css'
import { type Editor, type LineField, withLine } from './editor-store.ts'
import { lineFieldKey } from './validate-draft.ts'

type Props = {
  readonly line: InvoiceLine
  readonly index: number
  readonly store: StoreApi<Editor>
  readonly errorAt: (path: string) => ReactNode
  readonly vatRegistered: boolean
  readonly onRemove: (lineId: string) => void
}

/** Rarely changed fields of an item: price, discount, tax type, note. */
export function LineFields({ line, index, store, errorAt, vatRegistered, onRemove }: Props) {
  const { t } = useLingui()
  const { session } = useAppContext()
  const today = useToday()
  const taxNames = useTaxNames(session.rates, today)
  const unreadable = useStore(store, (state) => state.unreadable)
  const change = (changed: Partial<InvoiceLine>) =>
    store.getState().change((content) => withLine(content, line.id, changed))
  /** The value of a field, or `undefined` while it holds something unreadable. */
  const readableValue = <Value,>(field: LineField, value: Value): Value | undefined =>
    unreadable.has(lineFieldKey(line.id, field)) ? undefined : value
  const write = (field: LineField, changed: Partial<InvoiceLine> | undefined) => {
    store.getState().markUnreadable(lineFieldKey(line.id, field), changed === undefined)
    if (changed) change(changed)
  }
  const changeTax = (taxType: TaxType) =>
    change({ taxType, rate: rateOn(session.rates, taxType, today, vatRegistered) ?? line.rate })
  return (
    <div className={classes.fields}>
      <MoneyInput
        label={t`Unit price`}
        hideZero
        value={readableValue('unitPrice', line.unitPrice)}
        onChange={(unitPrice) => {
          write('unitPrice', unitPrice === undefined ? undefined : { unitPrice })
          // An empty price counts as zero at once: the total must not keep the erased price.
          if (unitPrice === undefined) change({ unitPrice: toCents(0) })
        }}
        error={errorAt(`lines.${index}.unitPrice`)}
      />
      <PercentInput
        label={t`Discount`}
        value={readableValue('discount', line.discount)}
        onChange={(discount) => write('discount', discount === undefined ? undefined : { discount })}
        error={errorAt(`lines.${index}.discount`)}
      />
      {vatRegistered ? (
        <div className={classes.whole}>
          <NativeSelect
            label={t`Tax type`}
            value={line.taxType}
            onChange={(event) => {
              const chosen = TAX_TYPES.find((type) => type === event.currentTarget.value)
              if (chosen) changeTax(chosen)
            }}
            error={errorAt(`lines.${index}.rate`)}
            data={TAX_TYPES.map((type) => ({ value: type, label: taxNames[type] }))}
          />
        </div>
      ) : null}
      <TextInput
        label={t`Note`}
        value={line.note ?? ''}
        maxLength={200}
        onChange={(event) => change({ note: event.currentTarget.value })}
        autoComplete="off"
      />
      <Button
        variant="subtle"
        data-tone="danger"
        leftSection={<Icon name="trash" size={18} />}
        onClick={() => onRemove(line.id)}
      >
        {t`Remove from the cart`}
      </Button>
    </div>
  )
}
