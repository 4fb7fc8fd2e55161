import { dayText } from '#domain/calendar/east-africa.ts'
import { amountText } from '#domain/money/money-text.ts'
import type { ReportTable, TableCell } from '#domain/reports/report-table.ts'
import classes from './report-table.module.css'

function cellText(cell: TableCell): string {
  switch (cell.kind) {
    case 'text':
      return cell.text
    case 'amount':
      return amountText(cell.amount)
    case 'count':
      return String(cell.count)
    case 'day':
      return dayText(cell.day)
  }
}

type Props = {
  readonly table: ReportTable
  /** Opens what is behind a row, by its place; its name is then a button. */
  readonly onRow?: (at: number) => void
}

/** A table of a report on the screen. */
export function TableView({ table: { title, columns, rows }, onRow }: Props) {
  return (
    <table className={classes.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {columns.map((name) =>
            name === '' ? (
              <td key={name} />
            ) : (
              <th key={name} scope="col">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest], place) => {
          const name = first ? cellText(first) : ''
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may read the same, and a row keeps nothing of its own
            <tr key={place}>
              <th scope="row">
                {onRow ? (
                  <button type="button" className={classes.open} onClick={() => onRow(place)}>
                    {name}
                  </button>
                ) : (
                  name
                )}
              </th>
              {rest.map((cell, at) => (
                <td key={columns[at + 1]}>{cellText(cell)}</td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
