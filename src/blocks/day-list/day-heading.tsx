import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import classes from './day-list.module.css'
import type { DayGroup } from './group-by-day.ts'

/** The day in words and, once all of it is read, its number of rows and their total. */
export function DayHeading({ group, today }: { group: DayGroup; today: FiscalDay }) {
  const translate = useTranslate()
  return (
    <h2 className={classes.day}>
      <span>{formatDay(group.day, today, translate)}</span>
      {group.complete ? (
        <span className={classes.dayTotal}>
          {group.count} · {moneyText(group.total)}
        </span>
      ) : null}
    </h2>
  )
}
