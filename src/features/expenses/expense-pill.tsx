import type { ShownExpense } from '#domain/expenses/change-status.ts'
import { useSay } from '#i18n/use-say.ts'
import type { IconName } from '#ui/icon.tsx'
import { Pill, type PillTone } from '#ui/pill/pill.tsx'
import { EXPENSE_STATUS_NAMES } from './expense-names.ts'

const LOOKS: Record<ShownExpense, readonly [IconName, PillTone]> = {
  pending: ['pencil', 'open'],
  processed: ['seal', 'good'],
  canceled: ['ban', 'plain'],
  waiting: ['clock', 'warm'],
  attention: ['alert', 'bad'],
}

/** How an expense stands. */
export function ExpensePill({ status }: { status: ShownExpense }) {
  const say = useSay()
  const [icon, tone] = LOOKS[status]
  return (
    <Pill icon={icon} tone={tone} status={status}>
      {say(EXPENSE_STATUS_NAMES[status])}
    </Pill>
  )
}
