import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { moveRow } from '#domain/lists/move-row.ts'
import type { Sort } from '#domain/lists/sort-rows.ts'
import { HeadCell } from './head-cell.tsx'
import classes from './record-table.module.css'
import { STYLES } from './table-styles.ts'

/** What a table needs of each row; `label` tells apart rows that may have the same name. */
export type NamedRow = { readonly id: string; readonly name: string; readonly label?: string }

/** A column besides the name. */
export type Column<Row, Key extends string> = {
  /** Absent: it cannot be sorted by. */
  readonly key?: Key
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Amounts and counts end below each other. */
  readonly end?: boolean
  /** Left out where there is little space: `extra` first, `medium` in a narrow table last. */
  readonly space?: 'extra' | 'widest' | 'wider' | 'wide' | 'middle' | 'medium'
  /** A text that is cut to one line where it is long, before other columns are out of sight. */
  readonly cut?: boolean
}

type Props<Row, Key extends string> = {
  readonly label: string
  readonly nameTitle: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row, Key>[]
  readonly sort: Sort<Key | 'name'> | undefined
  readonly isSortable: (key: Key | 'name') => boolean
  readonly onSort: (key: Key | 'name') => void
  readonly chosen: ReadonlySet<string>
  readonly onChosen: (ids: ReadonlySet<string>) => void
  /** Whether something can be done with a row among several; absent: with all. */
  readonly isChoosable?: ((row: Row) => boolean) | undefined
  /** The row whose details are shown. */
  readonly openId: string | undefined
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
  /** More rows can be read below. */
  readonly onMore: (() => void) | undefined
}

/** The ids with those of all rows, or without them; rows that are selected and not shown stay so. */
function withRows(ids: ReadonlySet<string>, rows: readonly { readonly id: string }[], isChosen: boolean) {
  const shown = rows.map(({ id }) => id)
  const hidden = [...ids].filter((id) => !shown.includes(id))
  return new Set(isChosen ? [...hidden, ...shown] : hidden)
}

/** The ids without one that is among them, or with one that is not. */
function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/**
 * Records as a table for a wide screen. One row is in the order of Tab; arrows, Page Up and Down, Home and End go to the
 * others, Enter opens the details, Space selects, Escape closes the details.
 */
export function RecordTable<Row extends NamedRow, Key extends string>(props: Props<Row, Key>) {
  const { label, nameTitle, rows, columns, sort, isSortable, onSort } = props
  const { chosen, onChosen, isChoosable = () => true, openId, onOpen, onClose, onMore } = props
  const { t } = useLingui()
  const body = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState<string>()
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === current),
  )
  const choosable = rows.filter(isChoosable)
  const areAllChosen = choosable.length > 0 && choosable.every(({ id }) => chosen.has(id))
  const pressed = (event: KeyboardEvent<HTMLTableRowElement>, id: string, mayChoose: boolean) => {
    const { key, target, currentTarget, ctrlKey, metaKey, altKey } = event
    // After a click on its checkbox the row still moves by keyboard; Space there is the checkbox's own.
    if (ctrlKey || metaKey || altKey || (key === ' ' && target !== currentTarget)) return
    const to = moveRow(key, at, rows.length)
    if (to !== undefined) {
      body.current?.rows[to]?.focus()
      if (key !== 'ArrowUp' && to === rows.length - 1) onMore?.()
    } else if (key === 'Enter') onOpen(id)
    else if (key === ' ') {
      if (mayChoose) onChosen(toggled(chosen, id))
    } else if (key === 'Escape' && openId !== undefined) onClose()
    else return
    event.preventDefault()
  }
  const head = { sort, isSortable, onSort }
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the rows of a grid have the focus and are selected
      role="grid"
      className={classes.table}
      style={STYLES.table}
      aria-label={label}
      aria-multiselectable="true"
    >
      <thead>
        <tr>
          <td>
            <label style={STYLES.check}>
              <input
                type="checkbox"
                style={STYLES.box}
                aria-label={t({ context: 'choose all rows of a table', message: 'Select all' })}
                checked={areAllChosen}
                onChange={() => onChosen(withRows(chosen, choosable, !areAllChosen))}
              />
            </label>
          </td>
          <HeadCell {...head} column={{ key: 'name', title: nameTitle }} />
          {columns.map((column) => (
            <HeadCell key={column.title} {...head} column={column} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => {
          const { id, label } = row
          const name = label ?? row.name
          const mayChoose = isChoosable(row)
          return (
            <tr
              key={id}
              tabIndex={index === at ? 0 : -1}
              aria-selected={mayChoose ? chosen.has(id) : undefined}
              aria-current={id === openId}
              onFocus={() => setCurrent(id)}
              onClick={() => onOpen(id)}
              onKeyDown={(event) => pressed(event, id, mayChoose)}
            >
              <td>
                {mayChoose ? (
                  // A click here selects only; what has no mouse selects with Space.
                  // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps the click from the row
                  <label style={STYLES.check} onClick={(event) => event.stopPropagation()}>
                    <input
                      type="checkbox"
                      style={STYLES.box}
                      tabIndex={-1}
                      aria-label={t`Select ${name}`}
                      checked={chosen.has(id)}
                      onChange={() => onChosen(toggled(chosen, id))}
                    />
                  </label>
                ) : null}
              </td>
              <th scope="row" style={STYLES.name} title={row.name}>
                {row.name}
              </th>
              {columns.map(({ title, cell, end, space, cut }) => (
                <td key={title} data-end={end} data-space={space} style={cut ? STYLES.cut : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
