import type { ComponentProps } from 'react'
import type { InvoiceRow } from '#data/rows.ts'
import classes from './invoice-list.module.css'
import { InvoiceRows } from './invoice-rows.tsx'
import type { ListFilter } from './list-search-params.ts'
import { SearchFooter } from './search-footer.tsx'
import { SearchNotice } from './search-notice.tsx'
import { SearchTips } from './search-tips.tsx'

type Props = Pick<ComponentProps<typeof InvoiceRows>, 'today' | 'chosen' | 'onOpen'> & {
  readonly filter: ListFilter
  /** `undefined` until they are read. */
  readonly rows: readonly InvoiceRow[] | undefined
}

/** The results of a search, within the chosen status and days; without any, what one can search by. */
export function SearchResults({ rows, filter, ...rest }: Props) {
  if (rows === undefined) return <div className={classes.waiting} aria-busy="true" />
  return (
    <>
      <SearchNotice />
      {rows.length > 0 ? (
        <InvoiceRows rows={rows} onEnd={undefined} found={rows.length} {...rest} />
      ) : (
        <SearchTips />
      )}
      <SearchFooter found={rows.length} filter={filter} />
    </>
  )
}
