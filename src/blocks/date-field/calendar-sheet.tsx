import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { addMonths, firstOfMonth, lastOfMonth, weeksOfMonth } from '#domain/calendar/month-days.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { monthName } from '../report/month-name.ts'
import { SHORT_WEEKDAY_NAMES, WEEKDAY_NAMES } from '../report/weekday-names.ts'
import { type DayLimits, dayAfterKey, withinLimits } from './calendar-keys.ts'

type Props = DayLimits & {
  /** What the day is for. */
  readonly title: string
  readonly value: FiscalDay | undefined
  readonly today: FiscalDay
  readonly onChoose: (day: FiscalDay) => void
  readonly onClose: () => void
}

/** The whole width of a small phone: seven days of 48 pixels are wider than it is within the sheet's own edges. */
const TABLE: CSSProperties = {
  width: 'calc(100% + 2rem)',
  margin: '0 -1rem',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
}

function dayStyle(isChosen: boolean, isToday: boolean, isOutside: boolean): CSSProperties {
  return {
    width: '100%',
    minWidth: 0,
    border: `2px solid ${isToday ? 'var(--r-brand)' : 'transparent'}`,
    fontWeight: isToday || isChosen ? 700 : 400,
    ...(isChosen ? { background: 'var(--r-brand)', color: 'var(--r-on-brand)' } : {}),
    ...(isOutside ? { opacity: 0.4, cursor: 'default' } : {}),
  }
}

/** A month whose days can be tapped, or reached by the arrow keys. */
export function CalendarSheet({ title, value, today, min, max, onChoose, onClose }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const limits = { min, max }
  /** The day that the keys are at; its month is shown. */
  const [at, setAt] = useState(() => withinLimits(value ?? today, limits))
  const movedByKey = useRef(false)
  const days = useRef<HTMLTableSectionElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button of the new day is there once it is drawn
  useEffect(() => {
    if (movedByKey.current) days.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    movedByKey.current = false
  }, [at])
  const move = (event: KeyboardEvent) => {
    const next = dayAfterKey(event.key, at, limits)
    if (next === undefined) return
    event.preventDefault()
    movedByKey.current = next !== at
    setAt(next)
  }
  const showMonth = (months: number) => setAt(withinLimits(addMonths(at, months), limits))
  const [first, last] = [firstOfMonth(at), lastOfMonth(at)]
  const month = monthName(at, translate)
  return (
    <Sheet title={title} opened onClose={onClose} height="auto">
      <div style={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <button
          type="button"
          className="icon-button"
          aria-label={t`Previous month`}
          disabled={withinLimits(addDays(first, -1), limits) >= first}
          onClick={() => showMonth(-1)}
        >
          <Icon name="back" />
        </button>
        <h3 className="section-title" aria-live="polite">
          {month}
        </h3>
        <button
          type="button"
          className="icon-button"
          aria-label={t`Next month`}
          disabled={withinLimits(addDays(last, 1), limits) <= last}
          onClick={() => showMonth(1)}
        >
          <Icon name="next" />
        </button>
      </div>
      <table style={TABLE} aria-label={month}>
        <thead>
          <tr>
            {SHORT_WEEKDAY_NAMES.map((name, weekday) => (
              <th
                key={name.id}
                scope="col"
                className="dim small"
                abbr={translate(WEEKDAY_NAMES[weekday] ?? name)}
              >
                {translate(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={days}>
          {weeksOfMonth(at).map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {WEEKDAY_NAMES.map((name, weekday) => {
                const day = week[weekday]
                if (day === undefined) return <td key={name.id} />
                const isOutside = withinLimits(day, limits) !== day
                return (
                  <td key={name.id} style={{ padding: 0 }}>
                    <button
                      type="button"
                      className="icon-button"
                      style={dayStyle(day === value, day === today, isOutside)}
                      tabIndex={day === at ? 0 : -1}
                      {...(day === at ? { 'data-autofocus': true } : {})}
                      aria-label={`${translate(name)}, ${Number(day.slice(8))} ${month}`}
                      aria-pressed={day === value}
                      aria-current={day === today ? 'date' : undefined}
                      disabled={isOutside}
                      onKeyDown={move}
                      onClick={() => onChoose(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
}
