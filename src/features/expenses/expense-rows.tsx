import type { ComponentProps } from 'react'
import { DayList } from '#blocks/day-list/day-list.tsx'
import { ROW_CLASS, RowFace } from '#blocks/day-list/row-face.tsx'
import type { ExpenseRow } from '#data/rows.ts'
import { noteOf } from '#domain/expenses/hand-entry.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { useSay } from '#i18n/use-say.ts'
import { BY_RECEIPT_DAY } from './by-receipt-day.ts'
import { CATEGORY_NAMES } from './expense-names.ts'
import { ExpensePill } from './expense-pill.tsx'

type Props = Pick<ComponentProps<typeof DayList<ExpenseRow>>, 'rows' | 'today' | 'onEnd'> & {
  readonly onOpen: (id: string) => void
}

export function ExpenseRows({ onOpen, ...list }: Props) {
  return (
    <DayList {...list} grouping={BY_RECEIPT_DAY} renderRow={(row) => <Row row={row} onOpen={onOpen} />} />
  )
}

function Row({ row, onOpen }: { row: ExpenseRow; onOpen: (id: string) => void }) {
  const say = useSay()
  const category = say(CATEGORY_NAMES[row.category])
  // The vendor names it best; without one, what was bought.
  const name = row.vendor.name || noteOf(row) || category
  return (
    <button type="button" className={ROW_CLASS} data-status={row.shown} onClick={() => onOpen(row.id)}>
      <RowFace
        name={name}
        total={moneyText(row.totals.total)}
        detail={[row.time, name === category ? '' : category].filter(Boolean).join(' · ')}
        status={<ExpensePill status={row.shown} />}
      />
    </button>
  )
}
