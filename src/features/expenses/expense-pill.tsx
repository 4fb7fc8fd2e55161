import type { ShownExpense } from '#domain/expenses/change-status.ts'
import { useSay } from '#i18n/use-say.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { EXPENSE_STATUS_NAMES } from './expense-names.ts'
import classes from './expenses.module.css'

const ICONS: Record<ShownExpense, IconName> = {
  pending: 'pencil',
  processed: 'seal',
  canceled: 'ban',
  waiting: 'clock',
  attention: 'alert',
}

/** How an expense stands: always a picture and a word, never colour alone. */
export function ExpensePill({ status }: { status: ShownExpense }) {
  const say = useSay()
  return (
    <span className={classes.pill} data-status={status}>
      <Icon name={ICONS[status]} size={14} />
      {say(EXPENSE_STATUS_NAMES[status])}
    </span>
  )
}
