import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { memo, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { Icon } from '#ui/icon.tsx'
import { SearchField } from '../pickers/search-field.tsx'
import classes from './catalogue-list.module.css'

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
  /** Shown first where one is chosen. */
  readonly favourite?: boolean
}

type Props = {
  readonly title: string
  readonly addLabel: string
  readonly searchLabel: string
  readonly text: string
  readonly onText: (text: string) => void
  /** `undefined` while reading. */
  readonly entries: readonly Entry[] | undefined
  readonly onAdd: () => void
  readonly onOpen: (id: string) => void
  /** Shown when the list is empty. */
  readonly empty: ReactNode
  /** Actions for the list as a whole, above it. */
  readonly tools?: ReactNode
  /** More can be read below. */
  readonly onMore: (() => void) | undefined
}

/** The mark of what is shown first. */
const STAR = {
  outline:
    'm12 3 2.700 5.800 6.300.800-4.600 4.300 1.200 6.300-5.600-3.100-5.600 3.100 1.200-6.300L3 9.600l6.300-.8z',
}

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
        {pending === 'none' ? null : (
          <span className={classes.pending} data-tone={pending}>
            <Icon name={pending === 'waiting' ? 'clock' : 'alert'} size={15} />
            {pending === 'waiting' ? t`Not sent yet` : t`Check this`}
          </span>
        )}
        {inactive ? (
          <span className={classes.pending}>
            <Icon name="ban" size={15} />
            {t({ context: 'record', message: 'Inactive' })}
          </span>
        ) : null}
        {end === '' ? null : <span className={classes.end}>{end}</span>}
      </button>
    </li>
  )
})

/** A list of records with a name: search, add, open. Customers and products look the same. */
export function CatalogueList(props: Props) {
  const { t } = useLingui()
  const { title, addLabel, searchLabel, text, onText, entries, onAdd, onOpen, empty, tools, onMore } = props
  const latestOnOpen = useRef(onOpen)
  useEffect(() => {
    latestOnOpen.current = onOpen
  })
  const open = useCallback((id: string) => latestOnOpen.current(id), [])
  return (
    <div className="page">
      <div className="page-head">
        <h1>{title}</h1>
        <Button onClick={onAdd} leftSection={<Icon name="plus" />}>
          {addLabel}
        </Button>
      </div>
      <SearchField value={text} onChange={onText} label={searchLabel} />
      {tools}
      {entries === undefined ? (
        <div className={classes.waiting} aria-busy="true" />
      ) : entries.length === 0 ? (
        text.trim() === '' ? (
          empty
        ) : (
          <p className={classes.none}>{t`No results`}</p>
        )
      ) : (
        <ul className={classes.list}>
          {entries.map((entry) => (
            <EntryRow key={entry.id} {...entry} onOpen={open} />
          ))}
        </ul>
      )}
      {onMore ? (
        <Button variant="default" fullWidth onClick={onMore}>
          {t`Show more`}
        </Button>
      ) : null}
    </div>
  )
}
