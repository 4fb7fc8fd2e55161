import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, memo } from 'react'
import { DayList } from '#blocks/day-list/day-list.tsx'
import { ROW_CLASS, RowContent } from '#blocks/day-list/row-content.tsx'
import type { ExpenseRow } from '#data/rows.ts'
import { mayChange } from '#domain/expenses/change-status.ts'
import { isIncomplete } from '#domain/expenses/incomplete-expense.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import { BY_RECEIPT_DAY } from './by-receipt-day.ts'
import { useCategoryName } from './categories/use-categories.ts'
import { ExpensePill } from './expense-pill.tsx'
import { expenseTitle } from './expense-title.ts'

/** An empty circle: not chosen yet. */
const CIRCLE_OUTLINE = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18'

type Props = Pick<ComponentProps<typeof DayList<ExpenseRow>>, 'rows' | 'today' | 'onEnd'> & {
  /** The chosen ones, while several are being chosen. */
  readonly selected?: ReadonlySet<string> | undefined
  readonly onOpen: (id: string) => void
}

/** Not rendered again while a person types in the search field above it. */
export const ExpenseRows = memo(function ExpenseRows({ onOpen, selected, ...list }: Props) {
  const categoryName = useCategoryName()
  return (
    <DayList
      {...list}
      grouping={BY_RECEIPT_DAY}
      renderRow={(row) => (
        <Row
          row={row}
          category={categoryName(row)}
          chosen={selected && mayChange(row) ? selected.has(row.id) : undefined}
          onOpen={onOpen}
        />
      )}
    />
  )
})

type RowProps = {
  readonly row: ExpenseRow
  readonly category: string
  /** `undefined` while nothing is being chosen, and where it cannot be. */
  readonly chosen: boolean | undefined
  readonly onOpen: (id: string) => void
}

const Row = memo(function Row({ row, category, chosen, onOpen }: RowProps) {
  const { t } = useLingui()
  const name = expenseTitle(row, category)
  return (
    <button
      type="button"
      className={ROW_CLASS}
      data-status={row.shown}
      onClick={() => onOpen(row.id)}
      {...(chosen === undefined ? {} : { role: 'checkbox', 'aria-checked': chosen })}
    >
      <RowContent
        name={
          chosen === undefined ? (
            name
          ) : (
            <>
              <Icon name={chosen ? 'seal' : { outline: CIRCLE_OUTLINE }} size={16} /> {name}
            </>
          )
        }
        total={isIncomplete(row) ? t`Incomplete` : moneyText(row.totals.total)}
        detail={[row.time, name === category ? '' : category].filter(Boolean).join(' · ')}
        status={<ExpensePill status={row.shown} />}
      />
    </button>
  )
})
