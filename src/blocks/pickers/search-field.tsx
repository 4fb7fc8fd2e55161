import { useLingui } from '@lingui/react/macro'
import type { RefObject } from 'react'
import { Icon } from '#ui/icon.tsx'
import classes from './search-field.module.css'

type Props = {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly label: string
  readonly autoFocus?: boolean
  /** Called on Enter, also from a scanner that sends it; gets the text of the field. */
  readonly onEnter?: (text: string) => void
  readonly field?: RefObject<HTMLInputElement | null>
}

/**
 * A field that searches while the person types. A plain input, because it is part of lists that must render quickly.
 */
export function SearchField({ value, onChange, label, autoFocus, onEnter, field }: Props) {
  const { t } = useLingui()
  return (
    <div className={classes.field}>
      <Icon name="search" />
      <input
        type="search"
        className={classes.input}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="off"
        enterKeyHint="search"
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.(event.currentTarget.value)
        }}
        {...(field ? { ref: field } : {})}
        {...(autoFocus ? { 'data-autofocus': true } : {})}
      />
      {value === '' ? null : (
        <button type="button" className="icon-button" onClick={() => onChange('')} aria-label={t`Clear`}>
          <Icon name="close" size={18} />
        </button>
      )}
    </div>
  )
}
