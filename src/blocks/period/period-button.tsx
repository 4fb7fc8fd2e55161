import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { DayRange, PeriodPreset } from '#domain/calendar/period-presets.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { PERIOD_PRESET_NAMES } from './period-preset-names.ts'

type Props = {
  /** The name of the days, where they have one. */
  readonly preset: PeriodPreset | undefined
  readonly range: DayRange
  readonly today: FiscalDay
  readonly onClick: () => void
}

/** The days that a report or a list is about; opens the sheet that chooses others. */
export function PeriodButton({ preset, range, today, onClick }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const [first, last] = [range.from, range.to].map((day) => formatDay(day, today, translate))
  const days = range.from === range.to ? first : `${first} – ${last}`
  const name = preset ? translate(PERIOD_PRESET_NAMES[preset]) : t`Custom period`
  return (
    <Button
      variant="default"
      aria-haspopup="dialog"
      leftSection={<Icon name="calendar" size={20} />}
      onClick={onClick}
    >
      <span style={{ display: 'grid', textAlign: 'start' }}>
        <span>{name}</span>
        {days === name ? null : <span className="dim small">{days}</span>}
      </span>
    </Button>
  )
}
