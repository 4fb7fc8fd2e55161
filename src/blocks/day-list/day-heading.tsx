import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { dayInWords } from '#i18n/date-words.ts'
import { useSay } from '#i18n/use-say.ts'
import classes from './day-list.module.css'
import type { DayGroup } from './group-by-day.ts'

/** The day in words and, once all of it is read, how many rows it has and what they came to. */
export function DayHeading({ group, today }: { group: DayGroup; today: FiscalDay }) {
  const say = useSay()
  return (
    <h2 className={classes.day}>
      <span>{dayInWords(group.day, today, say)}</span>
      {group.whole ? (
        <span className={classes.dayTotal}>
          {group.count} · {moneyText(group.total)}
        </span>
      ) : null}
    </h2>
  )
}
