import { TextInput, type TextInputProps } from '@mantine/core'
import { parseDayText, separateDayText } from '#domain/calendar/day-text.ts'
import { dayText, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { useParsedInput } from '#ui/use-parsed-input.ts'

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  readonly value: FiscalDay | undefined
  /** `undefined` while what was typed is no day. */
  readonly onChange: (day: FiscalDay | undefined) => void
}

/** A day whose parts cannot be mistaken for each other, the same in every language. */
const EXAMPLE = '31-12-2026'
const LENGTH = EXAMPLE.length
const DAY_FORMAT = { parse: parseDayText, format: dayText }

/** A day, typed as DD-MM-YYYY: the browser's own field speaks the browser's language and order. */
export function DateField({ value, onChange, error, ...rest }: Props) {
  const input = useParsedInput(value, DAY_FORMAT, onChange)
  return (
    <TextInput
      {...rest}
      value={input.text}
      onChange={(event) => input.change(separateDayText(event.currentTarget.value))}
      onBlur={input.normalize}
      onFocus={(event) => event.currentTarget.select()}
      placeholder={EXAMPLE}
      inputMode="numeric"
      autoComplete="off"
      maxLength={LENGTH}
      error={error ?? (input.unreadable && input.text.length === LENGTH)}
    />
  )
}
