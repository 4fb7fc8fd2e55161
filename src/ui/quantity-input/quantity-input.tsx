import { useLingui } from '@lingui/react/macro'
import { Input } from '@mantine/core'
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
import { useTypedValue } from '../use-typed-value.ts'
import classes from './quantity-input.module.css'

type Props = {
  readonly label: string
  /** Says which thing is counted, for screen readers: `Quantity of Sugar 1 kg`. */
  readonly describedAs: string
  readonly value: Quantity | undefined
  readonly onChange: (quantity: Quantity | undefined) => void
  readonly error?: string | undefined
}

/** How many: a field for any quantity up to three decimals, with buttons for one less and one more. */
export function QuantityInput({ label, describedAs, value, onChange, error }: Props) {
  const { t } = useLingui()
  const id = useId()
  const typed = useTypedValue(value, { read: parseQuantity, write: quantityText }, onChange)
  const step = (by: number) => {
    const next = (value ?? 0) + by * THOUSANDTHS
    if (next > 0 && next <= MAX_QUANTITY) onChange(toQuantity(next))
  }
  const shownError = error ?? (typed.unreadable ? t`Write a quantity such as 2 or 0.5` : undefined)
  return (
    <Input.Wrapper id={id} label={label} error={shownError} size="md">
      <div className={classes.row}>
        <button
          type="button"
          className={classes.step}
          onClick={() => step(-1)}
          disabled={value !== undefined && value <= THOUSANDTHS}
          aria-label={t`One less: ${describedAs}`}
        >
          <Icon name="minus" size={18} />
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
    </Input.Wrapper>
  )
}
