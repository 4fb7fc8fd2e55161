import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { findExpense } from '#data/expenses.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { isBeingRead, type ReadingState } from '#domain/expenses/reading.ts'
import { Icon } from '#ui/icon.tsx'
import { useAction } from '#ui/use-action.ts'

/** How far the server is with reading the receipt of an expense; it can be stopped, and begun again (spec §8). */
export function ReadingPart({ expense }: { readonly expense: ExpenseRow }) {
  const { t } = useLingui()
  const { call, db } = useAppContext()
  const showFailure = useFailureToast()
  const [busy, run] = useAction()
  const registeredAs = expense.reading?.registeredAs
  const other = useLiveQuery(
    async () => (registeredAs === undefined ? undefined : await findExpense(db, registeredAs)),
    [db, registeredAs],
  )
  if (expense.reading === undefined) return null
  const { state } = expense.reading
  const words: Readonly<Record<ReadingState, string>> = {
    waiting: t`The receipt is waiting to be read.`,
    code: t`Reading the receipt, step 1 of 2: looking for its QR code.`,
    text: t`Reading the receipt, step 2 of 2: reading its text. This takes up to a minute.`,
    failed: t`Receipt processing failed. Type the details yourself, or try again.`,
    registered: t`This receipt code is already registered`,
    canceled: t`The reading was stopped.`,
  }
  const active = isBeingRead(expense)
  const change = () =>
    run(async () => {
      const outcome = await call('expenses.change-reading', { expenseId: expense.id, read: !active })
      if (outcome.kind === 'answered') return
      showFailure(outcome)
    })
  return (
    <div className="notice" data-tone={active ? 'info' : undefined} role="status">
      <Icon name={active ? 'clock' : 'alert'} />
      <div>
        {words[state]}{' '}
        {other ? (
          <Link to="/expenses" search={{ open: other.id }} style={{ color: 'inherit' }}>
            {t`Open that expense`}
          </Link>
        ) : null}
        <div className="actions">
          <Button variant="default" loading={busy} onClick={() => void change()}>
            {active ? t`Stop reading` : t`Try again`}
          </Button>
        </div>
      </div>
    </div>
  )
}
