import { useLingui } from '@lingui/react/macro'
import { useToday } from '#app-context/app-context.ts'
import { addDays, dayText } from '#domain/calendar/east-africa.ts'
import { daysOf } from '#domain/insights/company-facts.ts'
import { type PublicHoliday, publicHolidayOn } from '#domain/insights/public-holidays.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HOLIDAY_NAMES } from './holiday-names.ts'

/** As far back as the rules look for days without sales. */
const DAYS = 14

/** Names the public holidays of the last two weeks: low sales on them are no finding. */
export function HolidayNote() {
  const { t } = useLingui()
  const translate = useTranslate()
  const today = useToday()
  const days = new Map<PublicHoliday, string[]>()
  for (const day of daysOf({ from: addDays(today, -DAYS), to: addDays(today, -1) })) {
    const holiday = publicHolidayOn(day)
    if (holiday !== undefined) days.set(holiday, [...(days.get(holiday) ?? []), dayText(day)])
  }
  if (days.size === 0) return null
  const names = [...days]
    .map(([holiday, texts]) => `${translate(HOLIDAY_NAMES[holiday])} (${texts.join(', ')})`)
    .join(', ')
  return <p className="dim small">{t`Low sales on a public holiday are not listed: ${names}.`}</p>
}
