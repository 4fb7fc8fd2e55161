import { useLingui } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'

type Props = {
  /** What is being done, for screen readers. */
  readonly label: string
  readonly done: number
  /** How many rows there are; 0 while that is not known. */
  readonly all: number
  readonly onStop: () => void
}

/** How far the reading or saving of a file is, and the button that stops it. */
export function RowProgress({ label, done, all, onStop }: Props) {
  const { t } = useLingui()
  return (
    <div className="stack">
      <Progress value={all === 0 ? 0 : (100 * done) / all} aria-label={label} />
      {all === 0 ? null : <p role="status">{t`Rows: ${done} of ${all}`}</p>}
      <Button variant="default" onClick={onStop}>
        {t`Cancel`}
      </Button>
    </div>
  )
}
