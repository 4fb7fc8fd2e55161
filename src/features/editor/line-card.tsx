import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type StoreApi, useStore } from 'zustand'
import type { InvoiceLine } from '#domain/invoices/invoice.ts'
import { chargedLine, lineAmounts } from '#domain/invoices/line-amounts.ts'
import { percentText } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { rateOn, type TaxRate } from '#domain/tax/rate-table.ts'
import { TAX_TYPES, type TaxType } from '#domain/tax/tax-type.ts'
import { Icon } from '#ui/icon.tsx'
import { MoneyInput } from '#ui/money-input/money-input.tsx'
import { PercentInput } from '#ui/percent-input/percent-input.tsx'
import { QuantityInput } from '#ui/quantity-input/quantity-input.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useToday } from '../workplace.ts'
import classes from './editor.module.css'
import { type Editor, type LineField, withLine, withoutLine } from './editor-store.ts'
import { lineMark } from './judge-draft.ts'

type Props = {
  readonly line: InvoiceLine
  readonly index: number
  readonly store: StoreApi<Editor>
  readonly errorAt: (path: string) => string | undefined
  readonly taxNames: Record<TaxType, string>
  readonly rates: readonly TaxRate[]
  readonly vatRegistered: boolean
}

/** One item: quantity and price at hand, discount and tax one touch away. */
export function LineCard({ line, index, store, errorAt, taxNames, rates, vatRegistered }: Props) {
  const { t } = useLingui()
  const today = useToday()
  const toast = useToasts((state) => state.show)
  const amountType = useStore(store, (state) => state.content.amountType)
  const unreadable = useStore(store, (state) => state.unreadable)
  const discountError = errorAt(`lines.${index}.discount`)
  const [opened, setOpened] = useState(line.discount > 0)
  const more = opened || discountError !== undefined
  const amounts = lineAmounts(chargedLine(line, vatRegistered), amountType)
  const { description } = line

  /** The value of a field, or `undefined` while it holds something unreadable. */
  const shown = <Value,>(field: LineField, value: Value): Value | undefined =>
    unreadable.has(lineMark(line.id, field)) ? undefined : value
  const write = (field: LineField, changed: Partial<InvoiceLine> | undefined) => {
    const { change, mark } = store.getState()
    mark(lineMark(line.id, field), changed === undefined)
    if (changed) change((content) => withLine(content, line.id, changed))
  }
  const remove = () => {
    const { content, change } = store.getState()
    change((now) => withoutLine(now, line.id))
    toast({
      tone: 'good',
      text: t`Item removed`,
      action: {
        label: t`Undo`,
        run: () =>
          store.getState().change((now) => ({
            ...now,
            lines: now.lines.toSpliced(content.lines.indexOf(line), 0, line),
          })),
      },
    })
  }
  const changeTax = (type: TaxType) =>
    store.getState().change((content) =>
      withLine(content, line.id, {
        taxType: type,
        rate: rateOn(rates, type, today, vatRegistered) ?? line.rate,
      }),
    )
  const unsaved = errorAt(`lines.${index}.productId`) ?? errorAt(`lines.${index}.description`)
  const percent = percentText(line.discount)
  return (
    <article className="card" aria-label={description}>
      <div className={classes.lineHead}>
        <span className={classes.strong}>{description}</span>
        <span className={classes.amount}>{moneyText(amounts.amount)}</span>
        <button type="button" className="icon-button" onClick={remove} aria-label={t`Remove ${description}`}>
          <Icon name="trash" />
        </button>
      </div>
      {unsaved ? <p className="field-error">{unsaved}</p> : null}
      <div className={classes.lineFields}>
        <QuantityInput
          label={t`Quantity`}
          describedAs={t`Quantity of ${description}`}
          value={shown('quantity', line.quantity)}
          onChange={(quantity) => write('quantity', quantity === undefined ? undefined : { quantity })}
          error={errorAt(`lines.${index}.quantity`)}
        />
        <MoneyInput
          label={t`Unit price`}
          blankZero
          value={shown('unitPrice', line.unitPrice)}
          onChange={(unitPrice) => {
            write('unitPrice', unitPrice === undefined ? undefined : { unitPrice })
            // An empty price counts as none at once: the total must not keep the one that was erased.
            if (unitPrice === undefined) {
              store.getState().change((content) => withLine(content, line.id, { unitPrice: toCents(0) }))
            }
          }}
          error={errorAt(`lines.${index}.unitPrice`)}
        />
      </div>
      <button
        type="button"
        className={classes.moreToggle}
        aria-expanded={more}
        onClick={() => setOpened(!opened)}
      >
        {vatRegistered ? `${taxNames[line.taxType]} · ` : ''}
        {line.discount > 0 ? t`Discount ${percent}%` : t`No discount`}
        <Icon name="pencil" size={16} />
      </button>
      {more ? (
        <div className={classes.lineExtras}>
          <PercentInput
            label={t`Discount`}
            value={shown('discount', line.discount)}
            onChange={(discount) => write('discount', discount === undefined ? undefined : { discount })}
            error={discountError}
          />
          {vatRegistered ? (
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
          ) : null}
        </div>
      ) : null}
    </article>
  )
}
