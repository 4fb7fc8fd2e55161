import type { ReactNode, Ref } from 'react'
import classes from './entry-field.module.css'

type Props = {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: ReactNode
  /** Shown below the label: that it may stay empty, or which format is expected. */
  readonly hint?: string
  readonly type?: 'text' | 'password' | 'email' | 'tel'
  readonly inputMode?: 'numeric' | 'tel' | 'email'
  readonly autoComplete?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly maxLength?: number
  /** Lines of a longer text; absent for one line. */
  readonly rows?: number
}

/** A field of a form before the login, which does not wait for the component library. */
export function EntryField({ name, label, value, onChange, error, hint, rows, ...input }: Props) {
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const common = {
    id: name,
    name,
    value,
    'aria-invalid': error !== undefined,
    'aria-describedby': describedBy === '' ? undefined : describedBy,
  }
  const isProse =
    !['email', 'password'].includes(input.type ?? '') &&
    !['username', 'one-time-code'].includes(input.autoComplete ?? '')
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {hint ? (
        <span className="entry-note" id={`${name}-hint`}>
          {hint}
        </span>
      ) : null}
      {rows === undefined ? (
        <input
          type="text"
          {...common}
          {...input}
          {...(isProse ? {} : { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <textarea
          {...common}
          className={classes.area}
          rows={rows}
          maxLength={input.maxLength}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {error ? (
        <span className="field-error" id={`${name}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  )
}
