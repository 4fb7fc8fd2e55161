import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import {
  MAX_QUANTITY,
  parseQuantity,
  type Quantity,
  quantityText,
  THOUSANDTHS,
  toQuantity,
} from '#domain/money/quantity.ts'
import { Icon } from '../icon.tsx'
import { tick } from '../tick.ts'
import { useTypedValue } from '../use-typed-value.ts'
import classes from './quantity-input.module.css'

type Props = {
  /** Says which thing is counted, for screen readers: `Quantity of Sugar 1 kg`. */
  readonly describedAs: string
  readonly value: Quantity | undefined
  readonly onChange: (quantity: Quantity | undefined) => void
  /** The last one goes too. */
  readonly onRemove: () => void
  readonly error?: string | undefined
}

/** How many: a field for any quantity up to three decimals, with buttons for one less and one more. */
export function QuantityInput({ describedAs, value, onChange, onRemove, error }: Props) {
  const { t } = useLingui()
  const id = useId()
  const typed = useTypedValue(value, { read: parseQuantity, write: quantityText }, onChange)
  const last = value !== undefined && value <= THOUSANDTHS
  const step = (by: number) => {
    tick()
    const next = (value ?? 0) + by * THOUSANDTHS
    if (next > 0 && next <= MAX_QUANTITY) onChange(toQuantity(next))
    else if (next <= 0) onRemove()
  }
  const shownError = error ?? (typed.unreadable ? t`Enter a quantity, for example 2 or 0.5` : undefined)
  return (
    <div className={classes.quantity}>
      <div className={classes.row} data-invalid={shownError !== undefined}>
        <button
          type="button"
          className={classes.step}
          onClick={() => step(-1)}
          aria-label={t`One less: ${describedAs}`}
        >
          <Icon name={last ? 'trash' : 'minus'} size={18} />
        </button>
        <input
          id={id}
          className={classes.field}
          value={typed.text}
          onChange={(event) => typed.type(event.currentTarget.value)}
          onBlur={typed.settle}
          onFocus={(event) => event.currentTarget.select()}
          inputMode="decimal"
          autoComplete="off"
          aria-label={describedAs}
          aria-invalid={shownError !== undefined}
          aria-describedby={shownError === undefined ? undefined : `${id}-error`}
        />
        <button
          type="button"
          className={classes.step}
          onClick={() => step(1)}
          aria-label={t`One more: ${describedAs}`}
        >
          <Icon name="plus" size={18} />
        </button>
      </div>
      {shownError === undefined ? null : (
        <p className="field-error" id={`${id}-error`}>
          {shownError}
        </p>
      )}
    </div>
  )
}
