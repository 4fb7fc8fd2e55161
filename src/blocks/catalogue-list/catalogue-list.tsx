import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import { SearchField } from '../pickers/search-field.tsx'
import classes from './catalogue-list.module.css'

export type Entry = {
  readonly id: string
  readonly name: string
  readonly detail: string
  readonly end: string
  /** Something of it has not been sent yet, or was refused. */
  readonly pending: 'none' | 'waiting' | 'attention'
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
  /** Shown when there is nothing at all. */
  readonly empty: ReactNode
  /** What can be done with the list as a whole, above it. */
  readonly tools?: ReactNode
  /** More can be read below. */
  readonly onMore: (() => void) | undefined
}

/** A list of records with a name: search, add, open. Customers and products look the same. */
export function CatalogueList(props: Props) {
  const { t } = useLingui()
  const { title, addLabel, searchLabel, text, onText, entries, onAdd, onOpen, empty, tools, onMore } = props
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
            <li key={entry.id}>
              <button type="button" className={classes.row} onClick={() => onOpen(entry.id)}>
                <span className={classes.words}>
                  <span className={classes.name}>{entry.name}</span>
                  {entry.detail === '' ? null : <span className={classes.detail}>{entry.detail}</span>}
                </span>
                {entry.pending === 'none' ? null : (
                  <span className={classes.pending} data-tone={entry.pending}>
                    <Icon name={entry.pending === 'waiting' ? 'clock' : 'alert'} size={15} />
                    {entry.pending === 'waiting' ? t`Not sent yet` : t`Check this`}
                  </span>
                )}
                {entry.end === '' ? null : <span className={classes.end}>{entry.end}</span>}
              </button>
            </li>
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
