import { useLingui } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'
import { type BasisPoints, parsePercent, percentText, toBasisPoints } from '#domain/money/basis-points.ts'
import { useTypedValue } from '../use-typed-value.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  readonly value: BasisPoints | undefined
  readonly onChange: (percent: BasisPoints | undefined) => void
}

const READING = {
  read: (text: string) => (text.trim() === '' ? toBasisPoints(0) : parsePercent(text)),
  write: (percent: BasisPoints) => (percent === 0 ? '' : percentText(percent)),
}

/** A percentage from 0 to 100 with at most two decimals; an empty field means none. */
export function PercentInput({ value, onChange, error, ...rest }: Props) {
  const { t } = useLingui()
  const typed = useTypedValue(value, READING, onChange)
  return (
    <TextInput
      {...rest}
      value={typed.text}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onBlur={typed.settle}
      onFocus={(event) => event.currentTarget.select()}
      inputMode="decimal"
      autoComplete="off"
      rightSection="%"
      classNames={{ input: 'number-field' }}
      error={error ?? (typed.unreadable ? t`Enter a percentage from 0 to 100` : undefined)}
    />
  )
}
