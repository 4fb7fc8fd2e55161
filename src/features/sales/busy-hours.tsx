import { useLingui } from '@lingui/react/macro'
import { SHORT_WEEKDAY_NAMES, WEEKDAY_NAMES } from '#blocks/report/weekday-names.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { byHour, byWeekday, HOURS_A_DAY } from '#domain/reports/sales-by-hour.ts'
import type { SalesReport } from '#domain/reports/sales-report.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { AmountsTable } from './amounts-table.tsx'
import { HeatGrid } from './heat-grid.tsx'
import { OnlyCounted } from './only-counted.tsx'
import classes from './sales.module.css'
import { useSalesByHour } from './use-sales-by-hour.ts'

/** An hour of the day as on a clock: `09:00`. */
function hourText(hour: number): string {
  return `${String(hour % HOURS_A_DAY).padStart(2, '0')}:00`
}

/** On which day of the week and at which hour most is sold, by the time of the sale. */
export function BusyHours({ report }: { report: SalesReport }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const read = useSalesByHour(report)
  if (read === undefined) return <div className={classes.heatWaiting} aria-busy="true" />
  const { cells, counted, isPart } = read
  const hours = byHour(cells)
  const open = hours.flatMap((amount, hour) => (amount > 0 ? [hour] : []))
  const [first, last] = [open[0], open.at(-1)]
  if (first === undefined || last === undefined) return <OnlyCounted counted={counted} isPart={isPart} />
  const best = cells.reduce((top, amount, at) => (amount > (cells[top] ?? 0) ? at : top), 0)
  const bestName = WEEKDAY_NAMES[Math.floor(best / HOURS_A_DAY)]
  const bestDay = bestName ? translate(bestName) : ''
  const bestFrom = hourText(best % HOURS_A_DAY)
  const bestTo = hourText((best % HOURS_A_DAY) + 1)
  const bestSum = moneyText(cells[best] ?? report.total.gross)
  const shown = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return (
    <section className={classes.part} aria-labelledby="sales-by-hour">
      <h2 className="section-title" id="sales-by-hour">
        {t`Busy hours`}
      </h2>
      <HeatGrid
        rows={SHORT_WEEKDAY_NAMES.map(translate)}
        columns={shown.map((hour) => (shown.length <= 6 || hour % 3 === 0 ? String(hour) : ''))}
        cells={WEEKDAY_NAMES.map((_, day) =>
          cells.slice(day * HOURS_A_DAY + first, day * HOURS_A_DAY + last + 1),
        )}
      />
      <OnlyCounted counted={counted} isPart={isPart} />
      <p>{t`Most sales: ${bestDay} ${bestFrom}–${bestTo}, ${bestSum}`}</p>
      <details className={classes.details}>
        <summary>{t`Show as a table`}</summary>
        <div className={classes.pair}>
          <AmountsTable
            heading={t`Day of the week`}
            rows={byWeekday(cells).map((amount, day) => {
              const name = WEEKDAY_NAMES[day]
              return { name: name ? translate(name) : '', amount }
            })}
          />
          <AmountsTable
            heading={t`Hour`}
            rows={hours.map((amount, hour) => ({ name: `${hourText(hour)}–${hourText(hour + 1)}`, amount }))}
          />
        </div>
      </details>
    </section>
  )
}
