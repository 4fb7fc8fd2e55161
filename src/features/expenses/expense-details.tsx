import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { closeExpense } from '#commands/expenses.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { comparedFinding } from '#domain/expenses/authority-finding.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import type { ExpenseStatus } from '#domain/expenses/expense.ts'
import { isIncomplete } from '#domain/expenses/incomplete-expense.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { HelpLink } from '#ui/help-link/help-link.tsx'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { ExpenseFacts } from './expense-facts.tsx'
import { ExpensePill } from './expense-pill.tsx'
import classes from './expenses.module.css'
import { ReadingPart } from './reading-part.tsx'
import { ShownFiles } from './shown-files.tsx'

const ConfirmDialog = lazyComponent(async () => (await import('#ui/confirm-dialog.tsx')).ConfirmDialog)

/** What the authority's page said about the receipt, once it was asked. */
function Finding({ expense }: { readonly expense: ExpenseRow }) {
  const { t } = useLingui()
  const authority = comparedFinding(expense)
  const { receiptTime, totals } = expense
  if (authority === undefined) {
    return receiptTime === undefined ? null : <p className="dim small">{t`Not checked with TRA yet.`}</p>
  }
  if (authority.outcome === 'known') return <p className="dim small">{t`Verified with TRA.`}</p>
  return (
    <div className="notice">
      <Icon name="alert" />
      <div>
        {authority.outcome === 'unknown'
          ? t`TRA could not find this receipt. Check the code and the time.`
          : authority.total === totals.total && authority.tax !== undefined
            ? t`TRA has a different VAT for this receipt: ${moneyText(authority.tax)}`
            : t`TRA has a different amount for this receipt: ${moneyText(authority.total ?? totals.total)}`}
      </div>
    </div>
  )
}

type Props = {
  readonly expense: ExpenseRow
  /** It was marked as processed or canceled. */
  readonly onClose: () => void
}

/** One expense: its data, and what may be done with it while it is pending (spec §4). */
export function ExpenseDetails({ expense, onClose }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const { account, commands } = useAppContext()
  const [asking, setAsking] = useState(false)
  const { pending, totals } = expense
  const incomplete = isIncomplete(expense)
  const close = async (status: Exclude<ExpenseStatus, 'pending'>) => {
    const result = await closeExpense(account, commands, { expenseId: expense.id, status })
    if (result.ok) {
      toast({ tone: 'good', text: status === 'processed' ? t`Expense processed` : t`Expense canceled` })
      onClose()
      return
    }
    const code = result.refusals[0]?.code
    toast({ tone: 'bad', code: code ?? 'UNEXPECTED', text: translate(errorMessage(code ?? 'UNEXPECTED')) })
  }
  return (
    <>
      <div className="stack">
        <div className={classes.sum}>
          <span>{incomplete ? t`Incomplete` : moneyText(totals.total)}</span>
          <ExpensePill status={expense.shown} />
        </div>
        {pending.kind === 'attention' ? (
          <div className="notice" data-tone="bad">
            <div>
              <strong>{translate(errorMessage(pending.code))}</strong>
              <Link to="/sync">{t`See unsent records`}</Link> <HelpLink code={pending.code} />
            </div>
          </div>
        ) : null}
        <Finding expense={expense} />
        <ReadingPart expense={expense} />
        {incomplete && !expense.reading ? (
          <p className="dim">{t`There is no amount yet, so it is not counted. It is filled in when the receipt has been read, or you can type it.`}</p>
        ) : null}
        <ExpenseFacts expense={expense} />
        <ShownFiles expense={expense} />
        {mayChange(expense) ? (
          <>
            {incomplete ? null : (
              <Button
                leftSection={<Icon name="check" size={18} />}
                onClick={() => void close('processed')}
                fullWidth
              >
                {t`Mark as processed`}
              </Button>
            )}
            <div className="actions">
              <Button
                variant="default"
                component={Link}
                to={`/new-expense?expense=${expense.id}`}
                leftSection={<Icon name="pencil" size={18} />}
              >
                {t`Edit`}
              </Button>
              <Button variant="subtle" data-tone="danger" onClick={() => setAsking(true)}>
                {t`Cancel the expense`}
              </Button>
            </div>
          </>
        ) : null}
      </div>
      {asking ? (
        <Suspense>
          <ConfirmDialog
            title={t`Cancel this expense?`}
            opened
            destructive
            confirmLabel={t`Cancel the expense`}
            onConfirm={() => void close('canceled')}
            onClose={() => setAsking(false)}
          >
            <p>{t`It stays in the list as canceled and is no longer counted. This cannot be undone.`}</p>
          </ConfirmDialog>
        </Suspense>
      ) : null}
    </>
  )
}
