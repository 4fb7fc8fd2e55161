import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Period } from '#data/invoices.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { type DayRange, PERIOD_PRESETS, presetRange } from '#domain/calendar/period-presets.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { DateField } from '../date-field/date-field.tsx'
import { PERIOD_PRESET_NAMES } from './period-preset-names.ts'

type Props = {
  readonly opened: boolean
  readonly period: Period
  readonly today: FiscalDay
  readonly onChoose: (period: Period) => void
  /** A finger is on a period: it will probably be chosen. */
  readonly onTouch?: (range: DayRange) => void
  readonly onClose: () => void
  /** This list always has a period. */
  readonly isRequired?: boolean
}

/** Chooses the days of a list: one of the presets, or any two (spec §9). */
export function PeriodSheet({ opened, period, today, onChoose, onTouch, onClose, isRequired }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const [first, setFirst] = useState(period.from)
  const [last, setLast] = useState(period.to)
  const wrong = first !== undefined && last !== undefined && first > last
  const choose = (next: Period) => {
    setFirst(next.from)
    setLast(next.to)
    onChoose(next)
    onClose()
  }
  return (
    <Sheet title={t`Period`} opened={opened} onClose={onClose} height="auto">
      <div className="stack">
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '0.625rem' }}>
          {PERIOD_PRESETS.map((preset) => {
            const range = presetRange(preset, today)
            const active = range.from === period.from && range.to === period.to
            return (
              <Button
                key={preset}
                variant={active ? 'filled' : 'default'}
                aria-pressed={active}
                onPointerDown={() => onTouch?.(range)}
                onClick={() => choose(range)}
              >
                {translate(PERIOD_PRESET_NAMES[preset])}
              </Button>
            )
          })}
        </div>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            if (!wrong && (first ?? last)) choose({ from: first, to: last })
          }}
        >
          <h3 className="section-title">{t`Custom`}</h3>
          <div className="actions">
            <DateField
              label={t({ context: 'first day', message: 'From' })}
              value={first}
              onChange={setFirst}
              today={today}
            />
            <DateField
              label={t({ context: 'last day', message: 'To' })}
              value={last}
              onChange={setLast}
              today={today}
              limits={{ min: first }}
              error={wrong ? t`The last day is before the first` : undefined}
            />
          </div>
          <Button type="submit" disabled={wrong || (first ?? last) === undefined}>
            {t`Show this period`}
          </Button>
        </form>
        {isRequired || (period.from === undefined && period.to === undefined) ? null : (
          <Button variant="subtle" onClick={() => choose({})}>
            {t`All dates`}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
