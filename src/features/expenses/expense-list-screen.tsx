import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { useExpenseMonths } from '#app-context/use-expense-months.ts'
import { useReadNow } from '#app-context/use-read-now.ts'
import { NoCompany } from '#blocks/no-company.tsx'
import { SearchField } from '#blocks/pickers/search-field.tsx'
import { findExpense } from '#data/expenses.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import {
  daysOfFilter,
  type ExpenseFilter,
  isFiltered,
  type ListTotals,
  listTotals,
  totalsOfMonths,
} from '#domain/expenses/expense-filter.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useStayed } from '#ui/on-idle.ts'
import { useWide } from '#ui/use-wide.ts'
import { ExpenseFilterPart } from './expense-filter-part.tsx'
import { ExpenseRows } from './expense-rows.tsx'
import { ExpenseSelection } from './expense-selection.tsx'
import { ExpenseSheet } from './expense-sheet.tsx'
import classes from './expenses.module.css'
import { ListHead, OtherPlaces } from './list-head.tsx'
import { NotFoundNotice } from './not-found-notice.tsx'
import { isFoundFor, PAGE, preparedExpenses, prepareExpenses, readFound } from './read-found.ts'
import { useSearchTotals } from './use-search-totals.ts'

/** Begins to read the first rows while the screen is on its way. */
export const prepareList = prepareExpenses

const ExpensesTable = lazyComponent(async () => (await import('./table/expenses-table.tsx')).ExpensesTable)

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

/** What the expenses of the list come to, also those below what is read; `undefined` while they are being added up. */
function ShownTotals({ totals, of }: { readonly totals: ListTotals | undefined; readonly of: string }) {
  const { t } = useLingui()
  // Holds its place: the rows below do not wait for it.
  if (totals === undefined) {
    return (
      <p aria-busy="true" data-of={of}>
        …
      </p>
    )
  }
  const { count, total, vat } = totals
  return (
    <p role="status" data-of={of}>
      <strong>{moneyText(total)}</strong>{' '}
      <span className="dim small" style={{ display: 'inline-block' }}>
        {t`Expenses: ${count} · VAT ${moneyText(vat)}`}
      </span>
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
  const wide = useWide() && selected === undefined
  const search = useRef<HTMLInputElement>(null)
  const searching = text.trim() !== ''
  const filtered = isFiltered(filter)
  const choosing = selected !== undefined
  const found = useReadNow(
    () => readFound(db, { text, filter, limit }, choosing),
    [db, text, limit, filter, choosing],
    () => preparedExpenses(db, { text, filter, limit }),
  )
  // Added up once the rows are painted: they come first. The sum of all is for one who stays: it may take a second.
  const stayed = useStayed(found !== undefined)
  const isPart = useDeferredValue(found?.full === true && isFoundFor(found, { text, filter }), false)
  const months = useExpenseMonths(
    isPart && !searching && (filtered || stayed) ? daysOfFilter(filter) : undefined,
  )
  const searched = useSearchTotals(isPart && searching, text, filter)
  const opened = useLiveQuery(
    async () => (openId === undefined ? undefined : await findExpense(db, openId)),
    [db, openId],
  )
  const pending = found?.rows.filter(mayChange) ?? []
  const tap = (id: string) => {
    if (selected === undefined) onOpen(id)
    else if (pending.some((row) => row.id === id)) setSelected(toggled(selected, id))
  }
  const latestTap = useRef(tap)
  useEffect(() => {
    latestTap.current = tap
  })
  const open = useCallback((id: string) => latestTap.current(id), [])
  const startChoosing = useCallback(() => setSelected(new Set()), [])
  const more = useCallback(() => setLimit((now) => now + PAGE), [])
  if (company === null) {
    return (
      <NoCompany icon="cash">{t`Your account is not linked to a company, so there are no expenses.`}</NoCompany>
    )
  }
  const none =
    searching || filtered ? (
      <p className={classes.none}>{t`No results`}</p>
    ) : (
      <EmptyOrFetching>
        <EmptyState icon="cash" title={t`No expenses yet`}>
          {t`Record what the shop spends: rent, electricity, transport. It takes less than 30 seconds.`}
        </EmptyState>
      </EmptyOrFetching>
    )
  return (
    <div className="page" {...(wide ? { style: { maxWidth: '100rem' } } : {})}>
      <ListHead />
      <div className="stack" style={{ gap: '0.5rem' }}>
        <OtherPlaces />
        {openId === undefined ? null : (
          <NotFoundNotice code="EXPENSE_NOT_FOUND" id={openId} find={findExpense} />
        )}
        <SearchField
          value={text}
          onChange={setText}
          label={t`Search by vendor, code or amount`}
          field={search}
        />
        <ExpenseFilterPart
          filter={filter}
          onChange={setFilter}
          onSelect={!wide && selected === undefined && pending.length > 0 ? startChoosing : undefined}
        />
        {found === undefined || found.rows.length === 0 ? null : (
          <ShownTotals
            of={isFiltered(found.filter) ? 'filter' : 'list'}
            totals={
              !found.full
                ? listTotals(found.rows)
                : searching
                  ? searched
                  : months && totalsOfMonths(months, filter)
            }
          />
        )}
      </div>
      {found === undefined ? (
        <div className={classes.waiting} aria-busy="true">
          <span />
          <span />
          <span />
          <span />
        </div>
      ) : wide ? (
        <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
          <ExpensesTable text={text} filter={filter} search={search} empty={none} />
        </Suspense>
      ) : found.rows.length > 0 ? (
        <ExpenseRows
          rows={found.rows}
          today={today}
          selected={selected}
          onEnd={found.full ? more : undefined}
          onOpen={open}
        />
      ) : (
        none
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
