import { SegmentedControl } from '@mantine/core'

type Props = {
  readonly label: string
  /** What those in use are called, and those that are switched off. */
  readonly onLabel: string
  readonly offLabel: string
  readonly off: boolean
  readonly onChange: (off: boolean) => void
}

/** Which part of a list is shown: what is in use, or what was switched off. */
export function StandingFilter({ label, onLabel, offLabel, off, onChange }: Props) {
  return (
    <SegmentedControl
      aria-label={label}
      fullWidth
      style={{ flex: '1 1 19rem' }}
      mt="sm"
      size="md"
      data={[
        { value: 'on', label: onLabel },
        { value: 'off', label: offLabel },
      ]}
      value={off ? 'off' : 'on'}
      onChange={(value) => onChange(value === 'off')}
    />
  )
}
