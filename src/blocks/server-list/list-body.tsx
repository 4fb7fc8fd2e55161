import type { ReactNode } from 'react'
import { useWide } from '#ui/use-wide.ts'
import classes from './server-list.module.css'

export type Column<Row> = {
  readonly title: string
  readonly cell: (row: Row) => ReactNode
  /** Its text stays on one line of the table: a date, an amount. */
  readonly whole?: boolean
}

type Props<Row> = {
  readonly rows: readonly Row[]
  /** A description of the rows, for a screen reader. */
  readonly label: string
  readonly nameTitle: string
  readonly nameOf: (row: Row) => string
  /** The name is short and stays on one line of the table. */
  readonly nameWhole?: boolean
  readonly columns: readonly Column<Row>[]
  readonly onOpen: (row: Row) => void
}

/** Rows as a table where there is space for one, as cards on a phone; each opens with its name. */
export function ListBody<Row extends { readonly id: string }>(props: Props<Row>) {
  const { rows, label, nameTitle, nameOf, nameWhole, columns, onOpen } = props
  const wide = useWide()
  if (!wide) {
    return (
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" className={classes.card} onClick={() => onOpen(row)}>
              <span className={classes.name}>{nameOf(row)}</span>
              {columns.map(({ title, cell }) => (
                <span key={title} className={classes.fact}>
                  <span className="dim">{title}</span>
                  {cell(row)}
                </span>
              ))}
            </button>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{nameTitle}</th>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row" data-whole={nameWhole}>
              <button type="button" className={classes.open} onClick={() => onOpen(row)}>
                {nameOf(row)}
              </button>
            </th>
            {columns.map(({ title, cell, whole }) => (
              <td key={title} data-whole={whole}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
