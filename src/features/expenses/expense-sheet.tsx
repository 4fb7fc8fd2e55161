import { useLingui } from '@lingui/react/macro'
import type { ExpenseRow } from '#data/rows.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { ExpenseDetails } from './expense-details.tsx'

type Props = { readonly expense: ExpenseRow; readonly onClose: () => void }

/** One expense over the list, as on a phone. */
export function ExpenseSheet({ expense, onClose }: Props) {
  const { t } = useLingui()
  return (
    <Sheet title={t`Expense details`} opened onClose={onClose} height="auto">
      <ExpenseDetails expense={expense} onClose={onClose} />
    </Sheet>
  )
}
