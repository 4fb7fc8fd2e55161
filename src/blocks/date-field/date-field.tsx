import { useLingui } from '@lingui/react/macro'
import { TextInput, type TextInputProps } from '@mantine/core'
import { Suspense, useState } from 'react'
import { parseDayText, separateDayText } from '#domain/calendar/day-text.ts'
import { dayText, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useParsedInput } from '#ui/use-parsed-input.ts'
import type { DayLimits } from './calendar-keys.ts'

const CalendarSheet = lazyComponent(async () => (await import('./calendar-sheet.tsx')).CalendarSheet)

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'label' | 'min' | 'max'> & {
  readonly label: string
  readonly value: FiscalDay | undefined
  /** `undefined` while what was typed is no day. */
  readonly onChange: (day: FiscalDay | undefined) => void
  /** Marked in the calendar, which opens at it while the field is empty. */
  readonly today: FiscalDay
  /** The days that the calendar offers; another one can be typed, and the form says what is wrong with it. */
  readonly limits?: DayLimits
}

/** A day whose parts cannot be mistaken for each other, the same in every language. */
const EXAMPLE = '31-12-2026'
const LENGTH = EXAMPLE.length
const DAY_FORMAT = { parse: parseDayText, format: dayText }

/**
 * A day, typed as DD-MM-YYYY or chosen in a calendar in the language of the app: the browser's own field speaks the
 * browser's language and order.
 */
export function DateField({ value, onChange, error, today, limits, ...rest }: Props) {
  const { t } = useLingui()
  const [choosing, setChoosing] = useState(false)
  const input = useParsedInput(value, DAY_FORMAT, onChange)
  return (
    <>
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
        rightSectionWidth="3rem"
        rightSectionPointerEvents="all"
        rightSection={
          <button
            type="button"
            className="icon-button"
            aria-label={t`Open the calendar`}
            aria-haspopup="dialog"
            onClick={() => setChoosing(true)}
          >
            <Icon name="calendar" />
          </button>
        }
      />
      {choosing ? (
        <Suspense>
          <CalendarSheet
            title={rest.label}
            value={value}
            today={today}
            {...limits}
            onChoose={(day) => {
              onChange(day)
              setChoosing(false)
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
