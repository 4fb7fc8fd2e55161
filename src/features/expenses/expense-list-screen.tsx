import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import { findExpense, listExpenses, searchExpenses } from '#data/expenses.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { ExpenseRows } from './expense-rows.tsx'
import { ExpenseSheet } from './expense-sheet.tsx'
import classes from './expenses.module.css'
import { QR_OUTLINE } from './receipt-outline.ts'

const PAGE = 50

type Props = {
  /** An expense to open at once. */
  readonly openId?: string | undefined
  readonly onOpen: (id: string | undefined) => void
}

/** What the company spent, newest receipt first, read from this phone. */
export function ExpenseListScreen({ openId, onOpen }: Props) {
  const { t } = useLingui()
  const { db, company } = useAppContext()
  const today = useToday()
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(PAGE)
  const searching = text.trim() !== ''
  const found = useLiveQuery(async () => {
    const rows = searching ? await searchExpenses(db, text, limit) : await listExpenses(db, { limit })
    return { rows, full: rows.length >= limit }
  }, [db, text, searching, limit])
  const opened = useLiveQuery(
    async () => (openId === undefined ? undefined : await findExpense(db, openId)),
    [db, openId],
  )
  const more = useCallback(() => setLimit((now) => now + PAGE), [])
  if (company === null) {
    return (
      <div className="page">
        <EmptyState standalone icon="cash" title={t`No company`}>
          {t`Your account is not linked to a company, so there are no expenses.`}
        </EmptyState>
      </div>
    )
  }
  const add = (
    <div className="actions" style={{ flex: '0 1 20rem' }}>
      <Button
        variant="default"
        component={Link}
        to="/new-expense?by=scan"
        leftSection={<Icon name={{ outline: QR_OUTLINE }} />}
      >
        {t`Scan receipt`}
      </Button>
      <Link to="/new-expense" className={classes.new} style={{ justifyContent: 'center' }}>
        <Icon name="plus" />
        {t`New expense`}
      </Link>
    </div>
  )
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t`Expenses`}</h1>
        {add}
      </div>
      <p className={classes.internal}>{t`Expenses are internal and are not sent to TRA`}</p>
      <nav className="actions" aria-label={t`More about expenses`}>
        <Button variant="default" component={Link} to="/vendors">
          {t`Vendors`}
        </Button>
        <Button variant="default" component={Link} to="/expense-categories">
          {t({ context: 'categories of expenses', message: 'Categories' })}
        </Button>
        <Button variant="default" component={Link} to="/expenses-report">
          {t({ context: 'of expenses', message: 'Report' })}
        </Button>
      </nav>
      <SearchField value={text} onChange={setText} label={t`Search by vendor, code or amount`} />
      {found === undefined ? (
        <div className={classes.waiting} aria-busy="true">
          <span />
          <span />
          <span />
          <span />
        </div>
      ) : found.rows.length > 0 ? (
        <ExpenseRows rows={found.rows} today={today} onEnd={found.full ? more : undefined} onOpen={onOpen} />
      ) : searching ? (
        <p className={classes.none}>{t`No results`}</p>
      ) : (
        <EmptyOrFetching>
          <EmptyState icon="cash" title={t`No expenses yet`}>
            {t`Record what the shop spends: rent, electricity, transport. It takes less than 30 seconds.`}
          </EmptyState>
        </EmptyOrFetching>
      )}
      {opened ? <ExpenseSheet expense={opened} onClose={() => onOpen(undefined)} /> : null}
    </div>
  )
}
