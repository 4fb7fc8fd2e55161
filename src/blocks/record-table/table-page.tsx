import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { nextSort, type Sort } from '#domain/lists/sort-rows.ts'
import { Icon } from '#ui/icon.tsx'
import { useUnsavedQuestion } from '../record-form/use-unsaved-question.tsx'
import { BulkBar, type BulkSwitch } from './bulk-bar.tsx'
import classes from './record-table.module.css'
import { type Column, type NamedRow, RecordTable } from './record-table.tsx'
import { STYLES } from './table-styles.ts'
import { useSlashToSearch } from './use-slash-to-search.ts'

/** What the table of customers and that of products get from their screen. */
export type TableProps = {
  readonly text: string
  /** Those that are switched off are shown. */
  readonly off: boolean
  readonly search: RefObject<HTMLInputElement | null>
  /** Shown when there is nothing at all. */
  readonly empty: ReactNode
  /** The details of a record, beside the table. */
  readonly details: (id: string, closing: Closing) => ReactNode
  /** Something is typed in the details and not saved. */
  readonly unsaved?: boolean
}

/** How the details of a record are closed. */
export type Closing = {
  /** At once: the record was saved or deleted. */
  readonly close: () => void
  /** After a question when something is typed. */
  readonly leave: () => void
}

/** What is selected, for actions other than those of the usual bar. */
export type Selection = {
  readonly ids: readonly string[]
  readonly onChosen: (ids: readonly string[]) => void
  /** Nothing is selected any more; `changed` when the rows were, and may disappear. */
  readonly onEnd: (changed: boolean) => void
}

/** What can be done with several records: switch them and write them to a file, or what a bar of its own offers. */
type Actions =
  | {
      readonly bulk: BulkSwitch
      readonly onExport: (ids: readonly string[]) => Promise<void>
    }
  | {
      readonly bar: (selection: Selection) => ReactNode
      /** Shown while nothing is selected too: it also acts on the whole list. */
      readonly barStays?: boolean
    }

type Props<Row, Key extends string> = TableProps & {
  readonly label: string
  readonly detailsLabel: string
  readonly nameTitle: string
  readonly columns: readonly Column<Row, Key>[]
  readonly shown:
    | {
        readonly rows: readonly Row[]
        readonly more: boolean
        readonly sort: Sort<Key | 'name'> | undefined
        readonly sortable: 'all' | 'indexed' | 'none'
      }
    | undefined
  /** Names are still being searched inside, or another order is being read. */
  readonly busy: boolean
  readonly sort: Sort<Key | 'name'>
  readonly onSort: (sort: Sort<Key | 'name'>) => void
  /** The columns that begin with the largest: amounts and days. */
  readonly largestFirst: readonly (Key | 'name')[]
  readonly indexed: readonly (Key | 'name')[]
  readonly onMore: () => void
  /** Whether something can be done with a row among several; absent: with all. */
  readonly isChoosable?: (row: Row) => boolean
} & Actions

const NONE: ReadonlySet<string> = new Set()
const CURRENT_ROW = 'tr[tabindex="0"]'
const OTHER_ROW = 'tbody tr[aria-selected="false"]'

function isInDialog(target: EventTarget): boolean {
  return target instanceof Element && target.closest('dialog') !== null
}

function OwnBar({ bar, ...selection }: Selection & { readonly bar: (selection: Selection) => ReactNode }) {
  return bar(selection)
}

/** A table of records with the details of one beside it, and what can be done with several below. */
export function TablePage<Row extends NamedRow, Key extends string>(props: Props<Row, Key>) {
  const { t } = useLingui()
  const {
    shown,
    text,
    off,
    search,
    busy,
    sort,
    indexed,
    onSort,
    largestFirst,
    onMore,
    unsaved = false,
  } = props
  const split = useRef<HTMLDivElement>(null)
  const [openId, setOpenId] = useState<string>()
  // Rows are selected among the active ones or among the others, because each group has its own actions.
  const [selection, setSelection] = useState({ off, ids: NONE })
  const chosen = selection.off === off ? selection.ids : NONE
  const setChosen = (ids: ReadonlySet<string>) => setSelection({ off, ids })
  const { leave, question } = useUnsavedQuestion(unsaved)
  useSlashToSearch(search)
  const isOpen = openId !== undefined
  useEffect(() => {
    if (!isOpen) return
    const table = split.current
    // The focus returns to the row whose details were shown.
    return () => table?.querySelector<HTMLElement>(CURRENT_ROW)?.focus()
  }, [isOpen])
  const close = () => setOpenId(undefined)
  const closing = { close, leave: () => leave(close) }
  if (shown === undefined || (busy && shown.rows.length === 0 && !isOpen)) {
    return <div style={{ height: '50vh' }} aria-busy="true" />
  }
  const { rows, more, sortable } = shown
  if (rows.length === 0 && !isOpen) {
    return text.trim() === '' ? props.empty : <p className="dim">{t`No results`}</p>
  }
  /** The bar disappears with the focus in it; the rows that were switched disappear too. */
  const endSelection = (focused: typeof CURRENT_ROW | typeof OTHER_ROW) => {
    const target = split.current?.querySelector<HTMLElement>(focused) ?? search.current
    setChosen(NONE)
    target?.focus()
  }
  return (
    <>
      <div ref={split} style={STYLES.split} aria-busy={busy}>
        <div style={STYLES.column}>
          <div className="card" style={STYLES.body}>
            {rows.length === 0 ? <p className="dim">{t`No results`}</p> : null}
            <RecordTable
              {...props}
              rows={rows}
              sort={shown.sort}
              isSortable={(key) => sortable === 'all' || (sortable === 'indexed' && indexed.includes(key))}
              onSort={(key) => onSort(nextSort(sort, key, largestFirst.includes(key)))}
              chosen={chosen}
              onChosen={setChosen}
              openId={openId}
              onOpen={(id) => (id === openId ? undefined : leave(() => setOpenId(id)))}
              onClose={closing.leave}
              onMore={more ? onMore : undefined}
            />
            {more ? (
              <Button variant="default" fullWidth mt="sm" onClick={onMore}>
                {t`Show more`}
              </Button>
            ) : null}
            <p
              className="dim small"
              style={STYLES.keys}
            >{t`Keys: ↑ ↓ move, Enter opens, Space selects, / searches`}</p>
          </div>
          {chosen.size === 0 && !('barStays' in props && props.barStays) ? null : 'bar' in props ? (
            <OwnBar
              bar={props.bar}
              ids={[...chosen]}
              onChosen={(ids) => setChosen(new Set(ids))}
              onEnd={(changed) => endSelection(changed ? OTHER_ROW : CURRENT_ROW)}
            />
          ) : (
            <BulkBar
              ids={[...chosen]}
              bulk={props.bulk}
              onExport={props.onExport}
              onSwitched={(failed) =>
                failed.length > 0 ? setChosen(new Set(failed)) : endSelection(OTHER_ROW)
              }
              onCancel={() => endSelection(CURRENT_ROW)}
            />
          )}
        </div>
        {openId === undefined ? null : (
          <section
            className={`card ${classes.pane}`}
            style={STYLES.pane}
            aria-label={props.detailsLabel}
            data-unsaved={unsaved || undefined}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || isInDialog(event.target)) return
              // Otherwise the same key press would close the question.
              event.preventDefault()
              closing.leave()
            }}
          >
            <button
              type="button"
              className="icon-button"
              style={STYLES.close}
              aria-label={t`Close`}
              onClick={closing.leave}
            >
              <Icon name="close" />
            </button>
            {props.details(openId, closing)}
          </section>
        )}
      </div>
      {question}
    </>
  )
}
