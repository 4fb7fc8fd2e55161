import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PAGE_SIZE, type Page } from '#contract/pages.ts'
import { Icon } from '#ui/icon.tsx'
import { SearchField } from '../pickers/search-field.tsx'
import { type Column, ListBody } from './list-body.tsx'
import { isNarrowed, type ServerListQuery } from './list-query.ts'
import { ServerFailure } from './server-failure.tsx'
import classes from './server-list.module.css'
import { useDebounced } from './use-debounced.ts'
import { type Loaded, useServerAnswer } from './use-server-answer.ts'

export type Choice = { readonly value: string; readonly label: string }

type Props<Row> = {
  readonly title: string
  readonly searchLabel: string
  readonly query: ServerListQuery
  readonly onQuery: (query: ServerListQuery) => void
  /** Fetches the page of `query`; must change with the query, and only then. */
  readonly load: () => Promise<Loaded<Page<Row>>>
  readonly sorts: readonly Choice[]
  /** The first has the value '' and shows everything. */
  readonly filters: readonly Choice[]
  readonly nameTitle: string
  readonly nameOf: (row: Row) => string
  readonly nameWhole?: boolean
  readonly columns: readonly Column<Row>[]
  readonly onOpen: (row: Row) => void
  /** Absent where this person may not add any. */
  readonly add?: { readonly label: string; readonly onClick: () => void } | undefined
  /** What the screen narrows the list by beside the query: an empty list then has no results. */
  readonly narrowedBy?: Readonly<Record<string, string>>
  /** Shown when the list is empty. */
  readonly empty: ReactNode
  /** Content between the title and the search field. */
  readonly children?: ReactNode
}

/**
 * A list that the server searches, sorts and pages: organizations, companies, people. It says when there is no
 * connection, and keeps the last page and what was typed.
 */
export function ServerList<Row extends { readonly id: string }>(props: Props<Row>) {
  const { t } = useLingui()
  const { title, query, onQuery, load, sorts, filters, add, empty } = props
  const [text, setText] = useState(query.search)
  const settled = useDebounced(text)
  const latest = useRef({ query, onQuery })
  useEffect(() => {
    latest.current = { query, onQuery }
  })
  useEffect(() => {
    const { query: before, onQuery: apply } = latest.current
    if (settled.trim() !== before.search.trim()) apply({ ...before, search: settled, page: 1 })
  }, [settled])
  const { value: page, loading, failure, reload } = useServerAnswer(load)
  return (
    <div className="page">
      <div className="page-head">
        <h1>{title}</h1>
        {add ? (
          <Button onClick={add.onClick} leftSection={<Icon name="plus" />}>
            {add.label}
          </Button>
        ) : null}
      </div>
      <div className="stack">
        {props.children}
        <SearchField value={text} onChange={setText} label={props.searchLabel} />
      </div>
      <div className={classes.tools}>
        <NativeSelect
          label={t`Show`}
          value={query.filter}
          onChange={(event) => onQuery({ ...query, filter: event.currentTarget.value, page: 1 })}
          data={[...filters]}
        />
        <NativeSelect
          label={t`Sort by`}
          value={query.sort === '' ? sorts[0]?.value : query.sort}
          onChange={(event) => onQuery({ ...query, sort: event.currentTarget.value, page: 1 })}
          data={[...sorts]}
        />
      </div>
      {failure === undefined ? null : (
        <ServerFailure code={failure} onRetry={reload} above={page !== undefined} />
      )}
      {page === undefined ? (
        loading && <div className={classes.waiting} aria-busy="true" role="status" aria-label={t`Loading`} />
      ) : (
        <div className={classes.body} aria-busy={loading}>
          {page.rows.length > 0 ? (
            <ListBody {...props} rows={page.rows} label={title} />
          ) : isNarrowed(query, props.narrowedBy) ? (
            <p className="dim">{t`No results`}</p>
          ) : (
            empty
          )}
          <Pages total={page.total} query={query} onQuery={onQuery} />
        </div>
      )}
    </div>
  )
}

type PagesProps = {
  readonly total: number
  readonly query: ServerListQuery
  readonly onQuery: (query: ServerListQuery) => void
}

/** Which rows of how many, and the links to the previous and next page. */
function Pages({ total, query, onQuery }: PagesProps) {
  const { t } = useLingui()
  const { page } = query
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE))
  if (total === 0) return null
  const from = (page - 1) * PAGE_SIZE + 1
  const to = Math.min(page * PAGE_SIZE, total)
  const go = (next: number) => onQuery({ ...query, page: next })
  return (
    <nav className={classes.pages} aria-label={t`Pages`}>
      <span className="dim" role="status">
        {t`${from}–${to} of ${total}`}
      </span>
      {last > 1 ? (
        <span className="actions">
          <Button variant="default" disabled={page <= 1} onClick={() => go(page - 1)}>
            {t`Previous page`}
          </Button>
          <Button variant="default" disabled={page >= last} onClick={() => go(page + 1)}>
            {t`Next page`}
          </Button>
        </span>
      ) : null}
    </nav>
  )
}
