import type { ComponentProps } from 'react'
import { DayList } from '#blocks/day-list/day-list.tsx'
import { ROW_CLASS, RowContent } from '#blocks/day-list/row-content.tsx'
import type { ExpenseRow } from '#data/rows.ts'
import { noteOf } from '#domain/expenses/quick-expense-form.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { BY_RECEIPT_DAY } from './by-receipt-day.ts'
import { useCategoryName } from './categories/use-categories.ts'
import { ExpensePill } from './expense-pill.tsx'

type Props = Pick<ComponentProps<typeof DayList<ExpenseRow>>, 'rows' | 'today' | 'onEnd'> & {
  readonly onOpen: (id: string) => void
}

export function ExpenseRows({ onOpen, ...list }: Props) {
  const categoryName = useCategoryName()
  return (
    <DayList
      {...list}
      grouping={BY_RECEIPT_DAY}
      renderRow={(row) => <Row row={row} category={categoryName(row)} onOpen={onOpen} />}
    />
  )
}

type RowProps = {
  readonly row: ExpenseRow
  readonly category: string
  readonly onOpen: (id: string) => void
}

function Row({ row, category, onOpen }: RowProps) {
  // The vendor is the best name; without one, what was bought.
  const name = row.vendor.name || noteOf(row) || category
  return (
    <button type="button" className={ROW_CLASS} data-status={row.shown} onClick={() => onOpen(row.id)}>
      <RowContent
        name={name}
        total={moneyText(row.totals.total)}
        detail={[row.time, name === category ? '' : category].filter(Boolean).join(' · ')}
        status={<ExpensePill status={row.shown} />}
      />
    </button>
  )
}
