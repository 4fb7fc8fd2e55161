import { useLingui } from '@lingui/react/macro'
import { type MouseEvent, useEffect, useMemo, useRef } from 'react'
import type { InvoiceRow } from '#data/rows.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { dayInWords } from '#i18n/date-words.ts'
import { useSay } from '#i18n/use-say.ts'
import { useVisibleRange } from '#ui/use-visible-range.ts'
import { groupByDay } from './group-by-day.ts'
import classes from './invoice-list.module.css'
import { ListRow } from './list-row.tsx'

const ROW_PX = 76
const DAY_PX = 38

type Props = {
  readonly rows: readonly InvoiceRow[]
  readonly today: FiscalDay
  /** Called when the end of what is read comes near; absent when everything is read. */
  readonly onEnd: (() => void) | undefined
  /** How many were found, for those who hear the list. */
  readonly found: number | undefined
  /** Ids of what is chosen; absent while nothing is being chosen. */
  readonly chosen: ReadonlySet<string> | undefined
  readonly onOpen: (event: MouseEvent<HTMLAnchorElement>, row: InvoiceRow) => void
}

/** The rows on the screen and a few around them, by day; the page itself scrolls. */
export function InvoiceRows({ rows, today, onEnd, found, chosen, onOpen }: Props) {
  const { t } = useLingui()
  const say = useSay()
  const ends = onEnd === undefined
  const { entries, tops, height } = useMemo(() => {
    const entries = groupByDay(rows, ends)
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
      {found === undefined ? null : (
        <p className="visually-hidden" role="status">
          {t`Results: ${found}`}
        </p>
      )}
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
            <ListRow row={entry.row} chosen={chosen?.has(entry.row.id)} onOpen={onOpen} />
          )}
        </div>
      ))}
    </div>
  )
}
