import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import type { InvoiceRow } from '#data/rows.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { clockTime, dayInWords } from '#i18n/date-words.ts'
import { useSay } from '#i18n/use-say.ts'
import { groupByDay } from './group-by-day.ts'
import classes from './invoice-list.module.css'

const ROW_PX = 76
const DAY_PX = 38

const Row = memo(function Row({ row }: { row: InvoiceRow }) {
  const { t } = useLingui()
  const draft = row.shown === 'draft'
  return (
    <Link
      to={`/${draft ? 'edit-invoice' : 'invoice'}/${row.id}`}
      className={classes.row}
      data-status={row.shown}
    >
      <span className={classes.name}>
        {row.customer.name === '' ? t`Walk-in customer` : row.customer.name}
      </span>
      <span className={classes.total}>{moneyText(row.totals.totalIncludingTax)}</span>
      <span className={classes.detail}>
        {clockTime(row.saleAt)}
        {row.receipt ? ` · ${row.receipt.rctvnum}` : row.reference === '' ? '' : ` · ${row.reference}`}
      </span>
      <span className={classes.status}>
        <StatusPill status={row.shown} />
      </span>
    </Link>
  )
})

type Props = {
  readonly rows: readonly InvoiceRow[]
  readonly today: FiscalDay
  /** Called when the end of what is read comes near. */
  readonly onEnd: (() => void) | undefined
  readonly total: number | undefined
}

/** The rows on the screen and a few around them; the page itself scrolls. */
export function InvoiceRows({ rows, today, onEnd, total }: Props) {
  const { t } = useLingui()
  const say = useSay()
  const entries = useMemo(() => groupByDay(rows), [rows])
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    if (box) setTop(box.top + window.scrollY)
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- nothing memoises this component: it reads the virtualizer anew at each scroll
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => (entries[index]?.kind === 'day' ? DAY_PX : ROW_PX),
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: 6,
    scrollMargin: top,
  })
  const items = virtualizer.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (lastShown >= entries.length - 12) onEnd?.()
  }, [lastShown, entries.length, onEnd])
  return (
    <div ref={list} className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
      {total === undefined ? null : (
        <p className="visually-hidden" role="status">
          {t`Results: ${total}`}
        </p>
      )}
      {items.map((item) => {
        const entry = entries[item.index]
        if (!entry) return null
        return (
          <div
            key={item.key}
            className={classes.slot}
            style={{ height: item.size, transform: `translateY(${item.start - top}px)` }}
          >
            {entry.kind === 'day' ? (
              <h2 className={classes.day}>{dayInWords(entry.day, today, say)}</h2>
            ) : (
              <Row row={entry.row} />
            )}
          </div>
        )
      })}
    </div>
  )
}
