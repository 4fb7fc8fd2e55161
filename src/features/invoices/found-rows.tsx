import { useLiveQuery } from 'dexie-react-hooks'
import { type ComponentProps, lazy, Suspense } from 'react'
import { searchInvoices } from '#data/search-invoices.ts'
import { useWorkplace } from '../workplace.ts'
import classes from './invoice-list.module.css'
import { InvoiceRows } from './invoice-rows.tsx'
import type { ListFilter } from './list-address.ts'

const SearchTips = lazy(async () => ({ default: (await import('./search-tips.tsx')).SearchTips }))

const FOUND_AT_MOST = 60

type Props = Pick<ComponentProps<typeof InvoiceRows>, 'today' | 'chosen' | 'onOpen'> & {
  readonly text: string
  readonly filter: ListFilter
}

/** What is found by a text, within the chosen status and days; without anything, what one can search by. */
export function FoundRows({ text, filter, ...rest }: Props) {
  const { db } = useWorkplace()
  const { shown, period } = filter
  const rows = useLiveQuery(
    () => searchInvoices(db, { text, limit: FOUND_AT_MOST, shown, period }),
    [db, text, shown, period],
  )
  if (rows === undefined) return <div className={classes.waiting} aria-busy="true" />
  if (rows.length > 0) return <InvoiceRows rows={rows} onEnd={undefined} found={rows.length} {...rest} />
  return (
    <Suspense>
      <SearchTips />
    </Suspense>
  )
}
