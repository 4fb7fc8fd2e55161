import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { useVisibleRange } from '#ui/use-visible-range.ts'
import { DayHeading } from './day-heading.tsx'
import classes from './day-list.module.css'
import { type Grouping, groupByDay } from './group-by-day.ts'

const ROW_PX = 76
const DAY_PX = 38
/** So many entries before the end, more is loaded. */
const NEAR_END = 12

type Props<Row> = {
  readonly rows: readonly Row[]
  /** Must stay the same object: the list is grouped again when it changes. */
  readonly grouping: Grouping<Row>
  readonly today: FiscalDay
  /** Called near the end of what is loaded; absent when everything is loaded. */
  readonly onEnd: (() => void) | undefined
  readonly renderRow: (row: Row) => ReactNode
  /** Content before the rows. */
  readonly children?: ReactNode
}

/** The rows on the screen and a few around them, by day; the page itself scrolls. */
export function DayList<Row extends { readonly id: string }>({
  rows,
  grouping,
  today,
  onEnd,
  renderRow,
  children,
}: Props<Row>) {
  const allLoaded = onEnd === undefined
  const { entries, tops, height } = useMemo(() => {
    const entries = groupByDay(rows, grouping, allLoaded)
    const tops: number[] = []
    let height = 0
    for (const entry of entries) {
      tops.push(height)
      height += entry.kind === 'day' ? DAY_PX : ROW_PX
    }
    return { entries, tops, height }
  }, [rows, grouping, allLoaded])
  const list = useRef<HTMLDivElement>(null)
  const { first, last } = useVisibleRange(list, tops)
  useEffect(() => {
    if (last >= entries.length - NEAR_END) onEnd?.()
  }, [last, entries.length, onEnd])
  return (
    <div ref={list} className={classes.list} style={{ height }}>
      {children}
      {entries.slice(first, last + 1).map((entry, index) => (
        <div
          key={entry.key}
          className={classes.slot}
          style={{
            height: entry.kind === 'day' ? DAY_PX : ROW_PX,
            transform: `translateY(${tops[first + index] ?? 0}px)`,
          }}
        >
          {entry.kind === 'day' ? <DayHeading group={entry} today={today} /> : renderRow(entry.row)}
        </div>
      ))}
    </div>
  )
}
