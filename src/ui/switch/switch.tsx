import classes from './switch.module.css'

type Props = {
  readonly label: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  readonly disabled?: boolean
}

/** Something that is on or off, with its name; the whole row is the target. */
export function Switch({ label, on, onChange, disabled = false }: Props) {
  return (
    <label className={classes.line}>
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        className={classes.switch}
        checked={on}
        aria-checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
