import type { ShownExpenseStatus } from '#domain/expenses/change-status.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import type { IconName } from '#ui/icon.tsx'
import { Pill, type PillTone } from '#ui/pill/pill.tsx'
import { EXPENSE_STATUS_NAMES } from './expense-names.ts'

const PILL_STYLES: Record<ShownExpenseStatus, readonly [IconName, PillTone]> = {
  pending: ['pencil', 'open'],
  processed: ['seal', 'good'],
  canceled: ['ban', 'plain'],
  waiting: ['clock', 'warm'],
  attention: ['alert', 'bad'],
}

/** The status of an expense as icon and word. */
export function ExpensePill({ status }: { status: ShownExpenseStatus }) {
  const translate = useTranslate()
  const [icon, tone] = PILL_STYLES[status]
  return (
    <Pill icon={icon} tone={tone} status={status}>
      {translate(EXPENSE_STATUS_NAMES[status])}
    </Pill>
  )
}
