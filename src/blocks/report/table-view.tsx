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

/** A table of a report on the screen. */
export function TableView({ table: { title, columns, rows } }: { table: ReportTable }) {
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
        {rows.map(([first, ...rest]) => {
          const name = first ? cellText(first) : ''
          return (
            <tr key={[name, ...rest.map(cellText)].join()}>
              <th scope="row">{name}</th>
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
