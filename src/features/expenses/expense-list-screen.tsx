import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import { findExpense, listExpenses, listExpensesOfDays, searchExpenses } from '#data/expenses.ts'
import type { ExpenseRow } from '#data/rows.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import { type ExpenseFilter, isFiltered, listTotals, matchesFilter } from '#domain/expenses/expense-filter.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { ExpenseFilterPart } from './expense-filter-part.tsx'
import { ExpenseRows } from './expense-rows.tsx'
import { ExpenseSelection } from './expense-selection.tsx'
import { ExpenseSheet } from './expense-sheet.tsx'
import classes from './expenses.module.css'
import { QR_OUTLINE } from './receipt-outline.ts'

const PAGE = 50

/** Before and after every receipt. */
const FIRST_DAY = '0000-01-01' as FiscalDay
const LAST_DAY = '9999-12-31' as FiscalDay

type Props = {
  /** An expense to open at once. */
  readonly openId?: string | undefined
  readonly onOpen: (id: string | undefined) => void
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** What the listed expenses come to; canceled ones do not count. */
function ShownTotals({ rows }: { readonly rows: readonly ExpenseRow[] }) {
  const { t } = useLingui()
  const { count, total, vat } = listTotals(rows)
  return (
    <p role="status">
      <strong>{moneyText(total)}</strong>{' '}
      <span className="dim small">{t`Expenses: ${count} · VAT ${moneyText(vat)}`}</span>
    </p>
  )
}

/** What the company spent, newest receipt first, read from this phone. */
export function ExpenseListScreen({ openId, onOpen }: Props) {
  const { t } = useLingui()
  const { db, company } = useAppContext()
  const today = useToday()
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(PAGE)
  const [filter, setFilter] = useState<ExpenseFilter>({})
  const [selected, setSelected] = useState<ReadonlySet<string>>()
  const searching = text.trim() !== ''
  const filtered = isFiltered(filter)
  const found = useLiveQuery(async () => {
    const { from = FIRST_DAY, to = LAST_DAY } = filter
    const read = async () => {
      if (searching) return await searchExpenses(db, text, limit)
      // The totals of a filter need all that it lets through.
      return filtered ? await listExpensesOfDays(db, { from, to }) : await listExpenses(db, { limit })
    }
    const rows = await read()
    const full = (searching || !filtered) && rows.length >= limit
    return { rows: rows.filter((row) => matchesFilter(row, filter)), full }
  }, [db, text, searching, limit, filter, filtered])
  const opened = useLiveQuery(
    async () => (openId === undefined ? undefined : await findExpense(db, openId)),
    [db, openId],
  )
  const pending = found?.rows.filter(mayChange) ?? []
  const tap = (id: string) => {
    if (selected === undefined) onOpen(id)
    else if (pending.some((row) => row.id === id)) setSelected(toggled(selected, id))
  }
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
      <ExpenseFilterPart filter={filter} onChange={setFilter} />
      {found === undefined || found.rows.length === 0 ? null : (
        <div className="actions">
          {found.full ? null : <ShownTotals rows={found.rows} />}
          {selected === undefined && pending.length > 0 ? (
            <Button variant="default" onClick={() => setSelected(new Set())}>
              {t({ context: 'several expenses', message: 'Select' })}
            </Button>
          ) : null}
        </div>
      )}
      {found === undefined ? (
        <div className={classes.waiting} aria-busy="true">
          <span />
          <span />
          <span />
          <span />
        </div>
      ) : found.rows.length > 0 ? (
        <ExpenseRows
          rows={found.rows}
          today={today}
          selected={selected}
          onEnd={found.full ? more : undefined}
          onOpen={tap}
        />
      ) : searching || filtered ? (
        <p className={classes.none}>{t`No results`}</p>
      ) : (
        <EmptyOrFetching>
          <EmptyState icon="cash" title={t`No expenses yet`}>
            {t`Record what the shop spends: rent, electricity, transport. It takes less than 30 seconds.`}
          </EmptyState>
        </EmptyOrFetching>
      )}
      {selected === undefined ? null : (
        <ExpenseSelection
          chosen={pending.filter(({ id }) => selected.has(id))}
          onAll={() => setSelected(new Set(pending.map(({ id }) => id)))}
          onClose={() => setSelected(undefined)}
        />
      )}
      {opened ? <ExpenseSheet expense={opened} onClose={() => onOpen(undefined)} /> : null}
    </div>
  )
}
