import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import {
  MAX_QUANTITY,
  parseQuantity,
  type Quantity,
  quantityText,
  THOUSANDTHS,
  toQuantity,
} from '#domain/money/quantity.ts'
import { hapticTick } from '../haptic-tick.ts'
import { Icon } from '../icon.tsx'
import { useParsedInput } from '../use-parsed-input.ts'
import classes from './quantity-input.module.css'

type Props = {
  /** The counted thing, for screen readers: `Quantity of Sugar 1 kg`. */
  readonly label: string
  readonly value: Quantity | undefined
  readonly onChange: (quantity: Quantity | undefined) => void
  /** Called for one less than the last one. */
  readonly onRemove: () => void
  readonly error?: ReactNode
}

/** A quantity: a field for up to three decimals, with buttons for one less and one more. */
export function QuantityInput({ label, value, onChange, onRemove, error }: Props) {
  const { t } = useLingui()
  const id = useId()
  const input = useParsedInput(value, { parse: parseQuantity, format: quantityText }, onChange)
  const isLast = value !== undefined && value <= THOUSANDTHS
  const step = (by: number) => {
    hapticTick()
    const next = (value ?? 0) + by * THOUSANDTHS
    if (next > 0 && next <= MAX_QUANTITY) onChange(toQuantity(next))
    else if (next <= 0) onRemove()
  }
  const shownError = error ?? (input.unreadable ? t`Enter a quantity, for example 2 or 0.5` : undefined)
  return (
    <div className={classes.quantity}>
      <div className={classes.row} data-invalid={shownError !== undefined}>
        <button
          type="button"
          className={classes.step}
          onClick={() => step(-1)}
          aria-label={t`One less: ${label}`}
        >
          <Icon name={isLast ? 'trash' : 'minus'} size={18} />
        </button>
        <input
          id={id}
          className={classes.field}
          value={input.text}
          onChange={(event) => input.change(event.currentTarget.value)}
          onBlur={input.normalize}
          onFocus={(event) => event.currentTarget.select()}
          inputMode="decimal"
          autoComplete="off"
          aria-label={label}
          aria-invalid={shownError !== undefined}
          aria-describedby={shownError === undefined ? undefined : `${id}-error`}
        />
        <button
          type="button"
          className={classes.step}
          onClick={() => step(1)}
          aria-label={t`One more: ${label}`}
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
