import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { type ComponentProps, Suspense } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { findMeta } from '#data/meta.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import classes from './invoice-list.module.css'
import { InvoiceRows } from './invoice-rows.tsx'
import type { ListFilter } from './list-search-params.ts'

const FoundFoot = lazyComponent(async () => (await import('./search-footer.tsx')).SearchFooter)
const SearchTips = lazyComponent(async () => (await import('./search-tips.tsx')).SearchTips)

type Props = Pick<ComponentProps<typeof InvoiceRows>, 'today' | 'chosen' | 'onOpen'> & {
  readonly filter: ListFilter
  /** `undefined` until they are read. */
  readonly rows: readonly InvoiceRow[] | undefined
}

/** The results of a search, within the chosen status and days; without any, what one can search by. */
export function SearchResults({ rows, filter, ...rest }: Props) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const indexing = useLiveQuery(async () => (await findMeta(db, 'keyless-before')) !== undefined, [db])
  if (rows === undefined) return <div className={classes.waiting} aria-busy="true" />
  return (
    <>
      {indexing ? (
        <p className="notice" data-tone="info" role="status">
          {t`Search is being prepared after an update. Older invoices will appear shortly.`}
        </p>
      ) : null}
      {rows.length > 0 ? <InvoiceRows rows={rows} onEnd={undefined} found={rows.length} {...rest} /> : null}
      {/* Together: one that arrives later would move the other. */}
      <Suspense>
        {rows.length > 0 ? null : <SearchTips />}
        <FoundFoot found={rows.length} filter={filter} />
      </Suspense>
    </>
  )
}
