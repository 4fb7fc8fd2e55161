import { useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { NoCompany } from '#blocks/no-company.tsx'
import { saveExpense } from '#commands/expenses.ts'
import { expenseFromForm } from '#domain/expenses/expense-from-form.ts'
import { incompleteFromForm, mayWaitForReceipt } from '#domain/expenses/incomplete-expense.ts'
import { hasTypedCode, type QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { usePorts } from '#ui/ports.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import type { EntryWay } from './entry-way.ts'
import { ExpenseForm } from './expense-form.tsx'
import classes from './expenses.module.css'
import { prepareEntry, useOpenedEntry } from './use-opened-entry.ts'

/** Begins to read what a new form shows while the screen is on its way. */
export const prepareForm = prepareEntry

type Props = {
  /** An expense to correct. */
  readonly expenseId?: string | undefined
  /** What a new expense begins with; absent where it is filled in by hand. */
  readonly by?: EntryWay | undefined
  /** Another app shared a receipt, which belongs to this new expense. */
  readonly shared?: boolean
}

const CREATED = {
  qr: 'expense_created_qr',
  code: 'expense_created_code',
  hand: 'expense_created_manual',
} as const

/** The form of a new expense, or of a pending one that is being corrected. */
export function NewExpenseScreen({ expenseId, by, shared = false }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const navigate = useNavigate()
  const toast = useToasts((state) => state.show)
  const { account, commands, company, trackUsage, session } = useAppContext()
  const { newId } = usePorts()
  const opened = useOpenedEntry(expenseId)
  // One who returns before the list is there finds the same form: what is saved from it then is another expense.
  const isSaved = useRef(false)
  if (company === null) {
    return (
      <NoCompany icon="cash">{t`Your account is not linked to a company, so there are no expenses.`}</NoCompany>
    )
  }
  if (opened?.kind === 'closed') {
    return (
      <div className="page">
        <EmptyState standalone icon="cash" title={t`Only a pending expense can be changed`}>
          <Link to="/expenses">{t`Back to the expenses`}</Link>
        </EmptyState>
      </div>
    )
  }
  if (opened?.kind === 'unknown') {
    return (
      <div className="page">
        <EmptyOrFetching>
          <EmptyState standalone icon="cash" title={translate(errorMessage('EXPENSE_NOT_FOUND'))}>
            <Link to="/expenses">{t`Back to the expenses`}</Link>
          </EmptyState>
        </EmptyOrFetching>
      </div>
    )
  }
  const save = async (form: QuickExpenseForm) => {
    if (opened === undefined) return []
    const written = mayWaitForReceipt(form, session.simulated)
      ? incompleteFromForm(form, opened.blank, session, opened.edited)
      : expenseFromForm(form, session, opened.edited)
    const result = await saveExpense(account, commands, {
      expenseId: isSaved.current ? newId() : opened.id,
      written,
      hasTypedCode: hasTypedCode(form),
      keepsVendor: form.savesVendor ?? form.seller !== undefined,
      endsDraft: opened.edited === undefined,
      seen: opened.edited,
    })
    if (!result.ok) return result.refusals
    isSaved.current = opened.edited === undefined
    const text =
      written.items.length === 0
        ? t`Saved on this phone. It is filled in when the receipt has been read`
        : t`Expense saved on this phone`
    await navigate({ to: '/expenses' })
    // Said and counted after the list is on its way: both would hold up its rows.
    toast({ tone: 'good', text })
    if (opened.edited === undefined) trackUsage({ name: CREATED[form.way ?? 'hand'] })
    return []
  }
  return (
    <div className="page">
      <h1>{expenseId === undefined ? t`New expense` : t`Edit expense`}</h1>
      <p className={classes.internal}>{t`Expenses are internal and are not sent to TRA`}</p>
      {opened === undefined ? (
        <div className={classes.waiting} aria-busy="true">
          <span />
          <span />
          <span />
        </div>
      ) : (
        <ExpenseForm
          expenseId={opened.id}
          initial={opened.form}
          vendor={opened.edited?.vendor}
          blank={opened.blank}
          by={by}
          refused={opened.refused}
          persistsDraft={opened.edited === undefined}
          shared={opened.edited ? 'none' : shared ? 'attach' : 'offer'}
          onSave={save}
        />
      )}
    </div>
  )
}
