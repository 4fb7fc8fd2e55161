import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import {
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Icon } from '#ui/icon.tsx'
import { onPause } from '#ui/on-idle.ts'
import { SearchField } from '../pickers/search-field.tsx'
import classes from './catalogue-list.module.css'
import { RecordMarks } from './record-marks.tsx'
import { rowsNow } from './rows-now.ts'

export type Entry = {
  readonly id: string
  readonly name: string
  readonly detail: string
  readonly end: string
  /** Whether a part of it has not been sent yet, or was refused. */
  readonly pending: 'none' | 'waiting' | 'attention'
  /** Switched off: it is not offered any more. */
  readonly inactive?: boolean
  /** The colour of what it belongs to, beside the word in `detail`. */
  readonly colour?: string
  /** Little of it is left. */
  readonly low?: boolean
  /** Shown first where one is chosen. */
  readonly favourite?: boolean
}

type Props = {
  readonly title: string
  readonly addLabel: string
  readonly searchLabel: string
  readonly text: string
  readonly onText: (text: string) => void
  /** Names are still being searched inside. */
  readonly searching?: boolean
  /** `undefined` while reading. */
  readonly entries: readonly Entry[] | undefined
  readonly onAdd: () => void
  readonly onOpen: (id: string) => void
  /** Shown when the list is empty. */
  readonly empty: ReactNode
  /** Actions for the list as a whole, above it. */
  readonly tools?: ReactNode
  readonly search?: RefObject<HTMLInputElement | null>
  /** Shown instead of the list where there is space for a table; it reads its rows itself. */
  readonly table?: ReactNode
  /** More can be read below. */
  readonly onMore: (() => void) | undefined
}

/** The mark of what is shown first. */
const STAR = {
  outline:
    'm12 3 2.700 5.800 6.300.800-4.600 4.300 1.200 6.300-5.600-3.100-5.600 3.100 1.200-6.300L3 9.600l6.300-.8z',
}

/** Above a table the search and the tools are beside each other. */
const WIDE_TOOLS = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  columnGap: '0.75rem',
} as const

/** Rendered again only when its own values change: the list has fifty rows and renders on every key press. */
const EntryRow = memo(function EntryRow({
  id,
  name,
  detail,
  end,
  pending,
  inactive,
  colour,
  favourite,
  low,
  onOpen,
}: Entry & Pick<Props, 'onOpen'>) {
  const { t } = useLingui()
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        onClick={() => onOpen(id)}
        {...(colour ? { style: { boxShadow: `inset 0.25rem 0 ${colour}` } } : {})}
      >
        <span className={classes.words}>
          <span className={classes.name}>
            {favourite ? (
              <>
                <Icon name={STAR} size={15} /> <span className="visually-hidden">{t`Favourite`}</span>
              </>
            ) : null}
            {name}
          </span>
          {detail === '' ? null : <span className={classes.detail}>{detail}</span>}
        </span>
        {pending === 'none' && !low && !inactive ? null : (
          <RecordMarks pending={pending} low={low} inactive={inactive} />
        )}
        {end === '' ? null : <span className={classes.end}>{end}</span>}
      </button>
    </li>
  )
})

const NO_ENTRIES: readonly Entry[] = []

/** The rows. New ones below the screen are rendered once nothing was typed for a moment. */
const EntryRows = memo(function EntryRows({
  entries,
  onOpen,
}: {
  readonly entries: readonly Entry[]
  readonly onOpen: (id: string) => void
}) {
  const [known, setKnown] = useState(NO_ENTRIES)
  useEffect(() => onPause(() => startTransition(() => setKnown(entries))), [entries])
  return rowsNow(entries, known).map((entry) => <EntryRow key={entry.id} {...entry} onOpen={onOpen} />)
})

/** Not rendered again with each key of the search. */
const Head = memo(function Head({ title, addLabel, onAdd }: Pick<Props, 'title' | 'addLabel' | 'onAdd'>) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
      <Button onClick={onAdd} leftSection={<Icon name="plus" />}>
        {addLabel}
      </Button>
    </div>
  )
})

/** A list of records with a name: search, add, open. Customers and products look the same. */
export function CatalogueList(props: Props) {
  const { t } = useLingui()
  const {
    title,
    addLabel,
    searchLabel,
    text,
    onText,
    searching = false,
    entries,
    onAdd,
    onOpen,
    empty,
    tools,
    onMore,
    search,
    table,
  } = props
  const latest = useRef({ onOpen, onAdd })
  useEffect(() => {
    latest.current = { onOpen, onAdd }
  })
  const open = useCallback((id: string) => latest.current.onOpen(id), [])
  const add = useCallback(() => latest.current.onAdd(), [])
  return (
    <div className="page" {...(table ? { style: { maxWidth: '100rem' } } : {})}>
      <Head title={title} addLabel={addLabel} onAdd={add} />
      <div {...(table ? { style: WIDE_TOOLS } : {})}>
        <div style={{ flex: '1 1 14rem' }}>
          <SearchField
            value={text}
            onChange={onText}
            label={searchLabel}
            {...(search ? { field: search } : {})}
          />
        </div>
        {tools}
      </div>
      {table ? (
        <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>{table}</Suspense>
      ) : entries === undefined || (searching && entries.length === 0) ? (
        <div className={classes.waiting} aria-busy="true" />
      ) : entries.length === 0 ? (
        text.trim() === '' ? (
          empty
        ) : (
          <p className={classes.none}>{t`No results`}</p>
        )
      ) : (
        <ul className={classes.list} aria-busy={searching}>
          <EntryRows entries={entries} onOpen={open} />
        </ul>
      )}
      {onMore && !table ? (
        <Button variant="default" fullWidth onClick={onMore}>
          {t`Show more`}
        </Button>
      ) : null}
    </div>
  )
}
