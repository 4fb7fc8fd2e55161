import '@mantine/charts/styles.layer.css'
import { useLingui } from '@lingui/react/macro'
import { Heatmap } from '@mantine/charts'
import { type FiscalDay, parseFiscalDay } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import { formatDay, NAMED_WEEKDAYS, SHORT_MONTHS } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import classes from './dashboard.module.css'

const SHADES = ['var(--r-heat-1)', 'var(--r-heat-2)', 'var(--r-heat-3)', 'var(--r-heat-4)']

type Props = {
  readonly days: readonly AggregateRow[]
  readonly from: FiscalDay
  readonly today: FiscalDay
}

/** Which days sold well: one square a day, the darker the more. The text beside it says the same in words. */
export function SalesHeatmap({ days, from, today }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const sold = days.filter((row) => row.figures.gross > 0)
  const best = sold.reduce<AggregateRow | undefined>(
    (top, row) => (top && top.figures.gross >= row.figures.gross ? top : row),
    undefined,
  )
  const bestOn = best && parseFiscalDay(best.period)
  if (!bestOn) return null
  const bestDay = formatDay(bestOn, today, translate)
  const bestSum = moneyText(best.figures.gross)
  return (
    <section className={classes.heat} aria-labelledby="sales-by-day">
      <h2 className={classes.tileTitle} id="sales-by-day">
        {t`Sales by day`}
      </h2>
      <Heatmap
        aria-hidden
        data={Object.fromEntries(sold.map((row) => [row.period, row.figures.gross]))}
        startDate={from}
        endDate={today}
        withMonthLabels
        withWeekdayLabels
        withOutsideDates={false}
        monthLabels={SHORT_MONTHS.map(translate)}
        weekdayLabels={Array.from({ length: 7 }, (_, day) => {
          const name = NAMED_WEEKDAYS.get(day)
          return name ? translate(name) : ''
        })}
        colors={SHADES}
        rectSize={14}
        gap={2}
        rectRadius={3}
        classNames={{ root: classes.heatmap ?? '' }}
      />
      <p className="dim">{t`Best day: ${bestDay}, ${bestSum}`}</p>
    </section>
  )
}
