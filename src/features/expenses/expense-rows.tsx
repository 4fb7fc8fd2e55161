import { useEffect, useMemo, useRef } from 'react'
import type { ExpenseRow } from '#data/rows.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { noteOf } from '#domain/expenses/hand-entry.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { dayInWords } from '#i18n/date-words.ts'
import { useSay } from '#i18n/use-say.ts'
import { useVisibleRange } from '#ui/use-visible-range.ts'
import { CATEGORY_NAMES } from './expense-names.ts'
import { ExpensePill } from './expense-pill.tsx'
import classes from './expenses.module.css'
import { groupExpenses } from './group-expenses.ts'

const ROW_PX = 76
const DAY_PX = 38

type Props = {
  readonly rows: readonly ExpenseRow[]
  readonly today: FiscalDay
  /** Called when the end of what is read comes near; absent when everything is read. */
  readonly onEnd: (() => void) | undefined
  readonly onOpen: (id: string) => void
}

/** The expenses on the screen and a few around them, by day; the page itself scrolls. */
export function ExpenseRows({ rows, today, onEnd, onOpen }: Props) {
  const say = useSay()
  const ends = onEnd === undefined
  const { entries, tops, height } = useMemo(() => {
    const entries = groupExpenses(rows, ends)
    const tops: number[] = []
    let height = 0
    for (const entry of entries) {
      tops.push(height)
      height += entry.kind === 'day' ? DAY_PX : ROW_PX
    }
    return { entries, tops, height }
  }, [rows, ends])
  const list = useRef<HTMLDivElement>(null)
  const { first, last } = useVisibleRange(list, tops)
  useEffect(() => {
    if (last >= entries.length - 12) onEnd?.()
  }, [last, entries.length, onEnd])
  return (
    <div ref={list} className={classes.list} style={{ height }}>
      {entries.slice(first, last + 1).map((entry, place) => (
        <div
          key={entry.key}
          className={classes.slot}
          style={{
            height: entry.kind === 'day' ? DAY_PX : ROW_PX,
            transform: `translateY(${tops[first + place] ?? 0}px)`,
          }}
        >
          {entry.kind === 'day' ? (
            <h2 className={classes.day}>
              <span>{dayInWords(entry.day, today, say)}</span>
              {entry.whole ? (
                <span className={classes.dayTotal}>
                  {entry.count} · {moneyText(entry.total)}
                </span>
              ) : null}
            </h2>
          ) : (
            <Row row={entry.row} onOpen={onOpen} />
          )}
        </div>
      ))}
    </div>
  )
}

function Row({ row, onOpen }: { row: ExpenseRow; onOpen: (id: string) => void }) {
  const say = useSay()
  const category = say(CATEGORY_NAMES[row.category])
  const { vendor } = row
  // The vendor names it best; without one, what was bought.
  const name = vendor.name || noteOf(row) || category
  const detail = [row.time, name === category ? '' : category].filter(Boolean).join(' · ')
  return (
    <button type="button" className={classes.row} data-status={row.shown} onClick={() => onOpen(row.id)}>
      <span className={classes.name}>{name}</span>
      <span className={classes.total}>{moneyText(row.totals.total)}</span>
      <span className={classes.detail}>{detail}</span>
      <span className={classes.status}>
        <ExpensePill status={row.shown} />
      </span>
    </button>
  )
}
