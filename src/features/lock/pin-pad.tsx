import { useLingui } from '@lingui/react/macro'
import { PIN_LENGTH } from '#domain/pin/pin-rule.ts'
import { hapticTick } from '#ui/haptic-tick.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './lock.module.css'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

type Props = {
  readonly pin: string
  readonly onChange: (pin: string) => void
  readonly disabled: boolean
}

/** The keys of a PIN under the thumb; the last one submits its form. */
export function PinPad({ pin, onChange, disabled }: Props) {
  const { t } = useLingui()
  const press = (next: string) => {
    onChange(next.slice(0, PIN_LENGTH.max))
    hapticTick()
  }
  const digit = (key: string) => (
    <button
      key={key}
      type="button"
      className={classes.key}
      disabled={disabled}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => press(pin + key)}
    >
      {key}
    </button>
  )
  return (
    <fieldset className={classes.pad} aria-label={t`Keypad`}>
      {DIGITS.map(digit)}
      <button
        type="button"
        className={classes.key}
        aria-label={t`Erase the last digit`}
        disabled={disabled}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => press(pin.slice(0, -1))}
      >
        <Icon name="erase" size={26} />
      </button>
      {digit('0')}
      <button
        type="submit"
        className={`${classes.key} ${classes.go}`}
        aria-label={t`Unlock`}
        disabled={disabled || pin.length < PIN_LENGTH.min}
      >
        <Icon name="check" size={28} />
      </button>
    </fieldset>
  )
}
