import { useLingui } from '@lingui/react/macro'
import { useToday } from '#app-context/app-context.ts'
import { addDays } from '#domain/calendar/east-africa.ts'
import type { Insights } from './use-insights.ts'

/** The rules compare with eight weeks and the one after them. */
const DAYS_TO_COMPARE = 63

/** Says why there is no finding: too few weeks of sales, or nothing out of line. */
export function NoFindings({ since }: Pick<Insights, 'since'>) {
  const { t } = useLingui()
  const today = useToday()
  return (
    <p className="dim">
      {since > addDays(today, -DAYS_TO_COMPARE)
        ? t`There is not enough data yet: the figures are compared with nine weeks of sales.`
        : t`Nothing is out of line at the moment.`}
    </p>
  )
}
