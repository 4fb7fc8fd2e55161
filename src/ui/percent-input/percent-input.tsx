import { useLingui } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'
import { type BasisPoints, parsePercent, percentText, toBasisPoints } from '#domain/money/basis-points.ts'
import { useParsedInput } from '../use-parsed-input.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  readonly value: BasisPoints | undefined
  readonly onChange: (percent: BasisPoints | undefined) => void
}

const PERCENT_FORMAT = {
  parse: (text: string) => (text.trim() === '' ? toBasisPoints(0) : parsePercent(text)),
  format: (percent: BasisPoints) => (percent === 0 ? '' : percentText(percent)),
}

/** A percentage from 0 to 100 with at most two decimals; an empty field means none. */
export function PercentInput({ value, onChange, error, ...rest }: Props) {
  const { t } = useLingui()
  const input = useParsedInput(value, PERCENT_FORMAT, onChange)
  return (
    <TextInput
      {...rest}
      value={input.text}
      onChange={(event) => input.change(event.currentTarget.value)}
      onBlur={input.normalize}
      onFocus={(event) => event.currentTarget.select()}
      inputMode="decimal"
      autoComplete="off"
      rightSection="%"
      classNames={{ input: 'number-field' }}
      error={error ?? (input.unreadable ? t`Enter a percentage from 0 to 100` : undefined)}
    />
  )
}
