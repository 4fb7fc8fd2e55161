import { useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { type MouseEvent, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { countInvoices } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { loadScreenMessages } from '#i18n/language.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useAddressState, useWriteAddress } from '#ui/use-address-state.ts'
import { useWide } from '#ui/use-wide.ts'
import { InvoiceFilter } from './invoice-filter.tsx'
import classes from './invoice-list.module.css'
import { InvoiceRows } from './invoice-rows.tsx'
import { pathOf } from './list-row.tsx'
import type { ListFilter } from './list-search-params.ts'
import { readFirstPage, useInvoicePages } from './use-invoice-pages.ts'
import { FOUND_AT_MOST, FOUND_IN_TABLE, useSearchResults } from './use-search-results.ts'

/** Reads the first page of the list, so that it is rendered with rows at once. */
export const prepareList = readFirstPage

/** Rarely needed parts of the list are loaded on demand. */
const SubmittedSection = lazyComponent(async () => (await import('./submitted-section.tsx')).SubmittedSection)
const ListFoot = lazyComponent(async () => (await import('./list-footer.tsx')).ListFooter)
const PeriodSheet = lazyComponent(async () => {
  const [sheet] = await Promise.all([import('#blocks/period/period-sheet.tsx'), loadScreenMessages()])
  return sheet.PeriodSheet
})
const InvoicesTable = lazyComponent(async () => {
  const [table] = await Promise.all([import('./table/invoices-table.tsx'), loadScreenMessages()])
  return table.InvoicesTable
})
// In the file of what is loaded for pulling, so it is there before a person has typed.
const SearchResults = lazyComponent(async () => (await import('./search-results.tsx')).SearchResults)
const SelectionBar = lazyComponent(async () => (await import('./selection-bar.tsx')).SelectionBar)

type Props = {
  readonly filter: ListFilter
  /** Writes the filter into the address; the list itself does not wait for it. */
  readonly onFilter: (filter: ListFilter) => void
}

/** All invoices of the company, newest first, read from this phone. */
export function InvoiceListScreen(props: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { db, company, sendNow } = useAppContext()
  const today = useToday()
  const { shown: filter, choose, unwritten } = useAddressState(props.filter)
  useWriteAddress(unwritten, props.onFilter)
  const [text, setText] = useState('')
  const [choosing, setChoosing] = useState<'period' | null>()
  const [chosen, setChosen] = useState<ReadonlyMap<string, InvoiceRow>>()
  const counts = useLiveQuery(() => countInvoices(db), [db])
  const { rows, more } = useInvoicePages(db, filter)
  const wide = useWide()
  const searchResults = useSearchResults(db, text, filter, wide ? FOUND_IN_TABLE : FOUND_AT_MOST)
  const search = useRef<HTMLInputElement>(null)
  const screen = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = screen.current
    if (!element) return undefined
    const stop = new AbortController()
    // If it does not load, the list is still updated in the background and by *Send now*.
    import('./pull-to-refresh.ts').then(
      ({ followPull }) => followPull(element, sendNow, stop.signal),
      () => undefined,
    )
    return () => stop.abort()
  }, [sendNow])
  const selecting = chosen !== undefined
  const open = useCallback(
    (event: MouseEvent<HTMLAnchorElement>, row: InvoiceRow) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      if (!selecting) {
        void navigate({ to: pathOf(row) })
        return
      }
      setChosen((now) => {
        const next = new Map(now)
        if (!next.delete(row.id)) next.set(row.id, row)
        return next
      })
    },
    [navigate, selecting],
  )
  if (company === null) {
    return (
      <div className="page">
        <Suspense>
          <ListFoot why="no-company" filter={filter} />
        </Suspense>
      </div>
    )
  }
  const searching = text.trim() !== ''
  const { period } = filter
  const hasPeriod = period.from !== undefined || period.to !== undefined
  const chosenIds = chosen && new Set(chosen.keys())
  return (
    <div className="page" ref={screen} {...(wide ? { style: { maxWidth: '100rem' } } : {})}>
      <div className={classes.head}>
        <h1>{t`Invoices`}</h1>
        <button
          type="button"
          className="icon-button"
          aria-label={t`Period`}
          aria-haspopup="dialog"
          data-active={hasPeriod}
          onClick={() => setChoosing('period')}
        >
          <Icon name="calendar" size={22} />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t`Select`}
          aria-pressed={selecting}
          onClick={() => setChosen(selecting ? undefined : new Map())}
        >
          <Icon name="checks" size={22} />
        </button>
        <Link to="/new-invoice" className={classes.new}>
          <Icon name="plus" />
          {t`New invoice`}
        </Link>
      </div>
      <InvoiceFilter
        text={text}
        onText={setText}
        search={search}
        filter={filter}
        onFilter={choose}
        today={today}
        counts={counts}
      />
      {filter.shown === 'submitted' ? (
        <Suspense fallback={<div className={classes.refresh} />}>
          <SubmittedSection />
        </Suspense>
      ) : null}
      {wide ? (
        <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
          <InvoicesTable
            rows={searching ? searchResults : rows}
            more={more}
            searching={searching}
            filter={filter}
            search={search}
            selecting={selecting}
            onSelected={() => setChosen(undefined)}
          />
        </Suspense>
      ) : searching ? (
        <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
          <SearchResults
            rows={searchResults}
            filter={filter}
            today={today}
            chosen={chosenIds}
            onOpen={open}
          />
        </Suspense>
      ) : rows === undefined ? (
        <div className={classes.waiting} aria-busy="true" />
      ) : (
        <>
          <InvoiceRows
            rows={rows}
            today={today}
            onEnd={more}
            found={undefined}
            chosen={chosenIds}
            onOpen={open}
          />
          {more ? null : (
            <Suspense>
              <ListFoot why={rows.length === 0 ? 'empty' : 'end'} filter={filter} last={rows.at(-1)} />
            </Suspense>
          )}
        </>
      )}
      {choosing === undefined ? null : (
        <Suspense>
          <PeriodSheet
            opened={choosing === 'period'}
            period={period}
            today={today}
            onChoose={(next) => choose({ ...filter, period: next })}
            onClose={() => setChoosing(null)}
          />
        </Suspense>
      )}
      {chosen && !wide ? (
        <Suspense>
          <SelectionBar
            chosen={chosen}
            filter={filter}
            found={searching ? (searchResults ?? []) : undefined}
            onAll={() => setChosen(new Map((searching ? searchResults : rows)?.map((row) => [row.id, row])))}
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
