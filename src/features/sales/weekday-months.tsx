import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import { monthName, shortMonth } from '#blocks/report/month-name.ts'
import { SHORT_WEEKDAY_NAMES, WEEKDAY_NAMES } from '#blocks/report/weekday-names.ts'
import { dailyTotals } from '#data/aggregates.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { toCents, ZERO_CENTS } from '#domain/money/cents.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { salesByWeekdayAndMonth } from '#domain/reports/sales-by-weekday.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { AmountsTable } from './amounts-table.tsx'
import { HeatGrid } from './heat-grid.tsx'
import classes from './sales.module.css'

/**
 * On which days of the week most is sold, month by month: the hours of a year would require reading every invoice.
 */
export function WeekdayMonths({ range: { from, to } }: { range: DayRange }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db } = useAppContext()
  const days = useLiveQuery(() => dailyTotals(db, { from, to }), [db, from, to])
  if (days === undefined) return <div className={classes.heatWaiting} aria-busy="true" />
  const months = salesByWeekdayAndMonth(days)
  if (months.length === 0) return null
  const sums = WEEKDAY_NAMES.map((name, day) => ({
    name: translate(name),
    amount: months.reduce((sum, { weekdays }) => toCents(sum + (weekdays[day] ?? 0)), ZERO_CENTS),
  }))
  const best = sums.reduce((top, day) => (day.amount > top.amount ? day : top))
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  const bestDay = best.name
  const bestSum = moneyText(best.amount)
  return (
    <section className={classes.part} aria-labelledby="sales-by-weekday">
      <h2 className="section-title" id="sales-by-weekday">
        {t`Busy days`}
      </h2>
      <HeatGrid
        // Within one year its number is not needed, and the squares need the space.
        rows={months.map(({ firstDay }) => (isOneYear ? shortMonth : monthName)(firstDay, translate))}
        columns={SHORT_WEEKDAY_NAMES.map(translate)}
        cells={months.map(({ weekdays }) => weekdays)}
      />
      <p>{t`Most sales: ${bestDay}, ${bestSum}`}</p>
      <p className="dim small">{t`Choose a period of up to two months to see the hours of the day.`}</p>
      <details className={classes.details}>
        <summary>{t`Show as a table`}</summary>
        <AmountsTable heading={t`Day of the week`} rows={sums} />
      </details>
    </section>
  )
}
