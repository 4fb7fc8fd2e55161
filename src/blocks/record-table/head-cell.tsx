import type { Sort } from '#domain/lists/sort-rows.ts'

type Props<Key extends string> = {
  readonly column: {
    readonly key?: Key
    readonly title: string
    readonly end?: boolean
    readonly space?: string
  }
  readonly sort: Sort<Key> | undefined
  readonly isSortable: (key: Key) => boolean
  readonly onSort: (key: Key) => void
}

/** The head of a column: a button where the rows can be sorted by it, with the direction they are in. */
export function HeadCell<Key extends string>({ column, sort, isSortable, onSort }: Props<Key>) {
  const { key, title, end, space } = column
  const isSorted = key !== undefined && sort?.by === key
  return (
    <th
      scope="col"
      data-end={end}
      data-space={space}
      {...(isSorted
        ? { 'aria-sort': sort.descending ? ('descending' as const) : ('ascending' as const) }
        : {})}
    >
      {key !== undefined && isSortable(key) ? (
        <button type="button" className="link-button" onClick={() => onSort(key)}>
          {title}
          {isSorted ? <span aria-hidden="true">{sort.descending ? ' ↓' : ' ↑'}</span> : null}
        </button>
      ) : (
        title
      )}
    </th>
  )
}
