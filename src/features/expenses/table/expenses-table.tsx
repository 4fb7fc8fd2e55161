import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useMemo, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { type Selection, TablePage, type TableProps } from '#blocks/record-table/table-page.tsx'
import { findExpense } from '#data/expenses.ts'
import type { ExpenseRow } from '#data/rows.ts'
import { throttledQuery } from '#data/watch.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import type { ExpenseFilter } from '#domain/expenses/expense-filter.ts'
import { isIncomplete } from '#domain/expenses/incomplete-expense.ts'
import type { Sort } from '#domain/lists/sort-rows.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useCategoryName } from '../categories/use-categories.ts'
import { ExpenseDetails } from '../expense-details.tsx'
import { EXPENSE_STATUS_NAMES } from '../expense-names.ts'
import { ExpensePill } from '../expense-pill.tsx'
import { ExpenseSelection } from '../expense-selection.tsx'
import { expenseTitle } from '../expense-title.ts'
import { type ExpenseColumn, INDEXED, readExpenseTable } from './read-expense-table.ts'

const PAGE = 50

type Props = Pick<TableProps, 'text' | 'search' | 'empty'> & { readonly filter: ExpenseFilter }

/** A company may give a category a long name: the amount beside it stays in sight. */
const ONE_LINE = {
  display: 'block',
  maxWidth: '14rem',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const

/** The expenses as a table, for a wide screen; all from this phone. */
export function ExpensesTable({ text, filter, ...rest }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { db } = useAppContext()
  const categoryName = useCategoryName()
  const [limit, setLimit] = useState(PAGE)
  const [sort, setSort] = useState<Sort<ExpenseColumn>>({ by: 'day', descending: true })
  const read = useMemo(() => {
    const words = {
      title: (row: ExpenseRow) => expenseTitle(row, categoryName(row)),
      category: categoryName,
      status: ({ shown }: ExpenseRow) => translate(EXPENSE_STATUS_NAMES[shown]),
    }
    return throttledQuery(async () => {
      const found = await readExpenseTable(db, { text, filter, limit, sort }, words)
      return { ...found, rows: found.rows.map((row) => ({ ...row, name: words.title(row) })) }
    }, db.ports)
  }, [db, text, filter, limit, sort, categoryName, translate])
  const shown = useLiveQuery(read, [read])
  return (
    <TablePage
      {...rest}
      text={text}
      off={false}
      label={t`Expenses`}
      detailsLabel={t`Expense details`}
      nameTitle={t`Vendor`}
      shown={shown}
      busy={false}
      sort={sort}
      onSort={setSort}
      largestFirst={['day', 'vat', 'amount']}
      indexed={INDEXED}
      onMore={() => setLimit(limit + PAGE)}
      isChoosable={mayChange}
      bar={(selection) => <Chosen {...selection} rows={shown?.rows ?? []} />}
      details={(id, { close }) => <Beside key={id} id={id} onClose={close} />}
      columns={[
        { key: 'day', title: t`Date`, space: 'medium', cell: ({ day }) => dayText(day) },
        { key: 'code', title: t`Code`, space: 'widest', cell: ({ receiptCode }) => receiptCode },
        {
          key: 'category',
          title: t`Category`,
          space: 'wide',
          cell: (row) => (isIncomplete(row) ? '' : <span style={ONE_LINE}>{categoryName(row)}</span>),
        },
        {
          key: 'status',
          title: t`Status`,
          space: 'wide',
          cell: (row) => <ExpensePill status={row.shown} />,
        },
        {
          key: 'vat',
          title: t`VAT`,
          end: true,
          space: 'widest',
          cell: ({ totals }) => (totals.vat === 0 ? '' : moneyText(totals.vat)),
        },
        {
          key: 'amount',
          title: t`Amount`,
          end: true,
          cell: (row) => (isIncomplete(row) ? t`Incomplete` : moneyText(row.totals.total)),
        },
      ]}
    />
  )
}

/** What can be done with the selected ones; also with those that a search or a filter no longer shows. */
function Chosen({ ids, onChosen, onEnd, rows }: Selection & { readonly rows: readonly ExpenseRow[] }) {
  const { db } = useAppContext()
  const key = ids.join(' ')
  const chosen = useLiveQuery(() => Promise.all(key.split(' ').map((id) => findExpense(db, id))), [db, key])
  if (chosen === undefined) return null
  return (
    <ExpenseSelection
      chosen={chosen.flatMap((row) => (row && mayChange(row) ? [row] : []))}
      onAll={() => onChosen([...ids, ...rows.filter(mayChange).map(({ id }) => id)])}
      onClose={onEnd}
    />
  )
}

/** One expense beside the table, as it is now. */
function Beside({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { db } = useAppContext()
  const categoryName = useCategoryName()
  const expense = useLiveQuery(() => findExpense(db, id), [db, id])
  if (expense === undefined) return <div aria-busy="true" />
  return (
    <div className="stack">
      <h2>{expenseTitle(expense, categoryName(expense))}</h2>
      <ExpenseDetails expense={expense} onClose={onClose} />
    </div>
  )
}
