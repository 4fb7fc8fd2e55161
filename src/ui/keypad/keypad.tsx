import { useLingui } from '@lingui/react/macro'
import type { RefObject } from 'react'
import { hapticTick } from '../haptic-tick.ts'
import { Icon } from '../icon.tsx'
import classes from './keypad.module.css'

const KEYS = ['7', '8', '9', 'back', '4', '5', '6', '+', '1', '2', '3', '×', '0', '00', '000', '.'] as const
type Key = (typeof KEYS)[number]

/** Types into a field as a person would, so that its event listeners run. */
function press(field: HTMLInputElement, key: Key): void {
  const { value } = field
  const [from, to] = [field.selectionStart ?? value.length, field.selectionEnd ?? value.length]
  const start = key === 'back' && from === to ? Math.max(0, from - 1) : from
  field.setRangeText(key === 'back' ? '' : key, start, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

type Props = {
  /** The field last used. */
  readonly field: RefObject<HTMLInputElement | null>
  /** Called for a key while there is no field on the page: creates one, before it returns. */
  readonly onNoField: () => void
}

/**
 * The keys of a till: digits, three zeros at once, and signs for calculation. It writes into the last used field; the
 * phone's own keyboard stays closed when that field has `inputMode="none"`.
 */
export function Keypad({ field, onNoField }: Props) {
  const { t } = useLingui()
  return (
    <fieldset className={classes.keys} aria-label={t`Keypad`}>
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          className={classes.key}
          data-sign={!/\d/.test(key)}
          aria-label={key === 'back' ? t`Erase the last digit` : undefined}
          // The field keeps the focus and its selection.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            if (!field.current?.isConnected) onNoField()
            if (field.current) press(field.current, key)
            hapticTick()
          }}
        >
          {key === 'back' ? <Icon name="erase" /> : key}
        </button>
      ))}
    </fieldset>
  )
}
