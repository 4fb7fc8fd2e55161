import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode, useState } from 'react'
import { type StoreApi, useStore } from 'zustand'
import type { InvoiceLine } from '#domain/invoices/invoice.ts'
import { chargedLine, lineAmounts } from '#domain/invoices/line-amounts.ts'
import { percentText } from '#domain/money/basis-points.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import { QuantityInput } from '#ui/quantity-input/quantity-input.tsx'
import classes from './cart.module.css'
import { type Editor, withLine } from './editor-store.ts'
import { LineFields } from './line-fields.tsx'
import { SaveProductFirst } from './save-product-first.tsx'
import { lineFieldKey } from './validate-draft.ts'

type Props = {
  readonly line: InvoiceLine
  readonly index: number
  readonly store: StoreApi<Editor>
  readonly errorAt: (path: string) => ReactNode
  readonly vatRegistered: boolean
  readonly opened: boolean
  readonly onToggle: (lineId: string) => void
  readonly onRemove: (lineId: string) => void
}

/** One item of the cart: quantity and amount; a touch expands price, discount, tax and note. */
export const CartLine = memo(function CartLine(props: Props) {
  const { line, index, store, errorAt, vatRegistered, opened, onToggle, onRemove } = props
  const { t } = useLingui()
  const amountType = useStore(store, (state) => state.content.amountType)
  const unreadable = useStore(store, (state) => state.unreadable)
  const { description } = line
  const amounts = lineAmounts(chargedLine(line, vatRegistered), amountType)
  const at = (field: string) => errorAt(`lines.${index}.${field}`)
  const unsaved = at('productId') ?? at('description')
  const wrongField = at('unitPrice') ?? at('discount') ?? at('rate')
  // A line with errors stays expanded: the first key of a correct price removes the error, and the rest is still to
  // be typed.
  const [expandedForErrors, setExpandedForErrors] = useState(false)
  if (wrongField !== undefined && !expandedForErrors) setExpandedForErrors(true)
  const shown = opened || expandedForErrors
  const price = moneyText(line.unitPrice)
  const percent = percentText(line.discount)
  return (
    <article className={classes.line} aria-label={description}>
      <div className={classes.lineHead}>
        <button
          type="button"
          className={classes.lineName}
          aria-expanded={shown}
          onClick={() => {
            setExpandedForErrors(false)
            if (opened || !shown) onToggle(line.id)
          }}
        >
          <span className={classes.strong}>{description}</span>
          <span className="dim small">
            {line.discount > 0 ? t`${price} each, ${percent}% off` : t`${price} each`}
            {line.note ? ` · ${line.note}` : ''}
            <Icon name="pencil" size={14} />
          </span>
        </button>
        <span className={classes.amount}>{moneyText(amounts.amount)}</span>
      </div>
      <QuantityInput
        label={t`Quantity of ${description}`}
        value={unreadable.has(lineFieldKey(line.id, 'quantity')) ? undefined : line.quantity}
        onChange={(quantity) => {
          const { change, markUnreadable } = store.getState()
          markUnreadable(lineFieldKey(line.id, 'quantity'), quantity === undefined)
          if (quantity !== undefined) change((content) => withLine(content, line.id, { quantity }))
        }}
        onRemove={() => onRemove(line.id)}
        error={at('quantity')}
      />
      {unsaved ? <SaveProductFirst store={store} line={line} refusal={unsaved} /> : null}
      {shown ? (
        <LineFields
          line={line}
          index={index}
          store={store}
          errorAt={errorAt}
          vatRegistered={vatRegistered}
          onRemove={onRemove}
        />
      ) : null}
    </article>
  )
})
