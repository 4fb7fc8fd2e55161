import type { Cents } from '#domain/money/cents.ts'
import classes from './sales.module.css'

/** How much of the colour a square has: none, then four steps that are easy to distinguish. */
const SHARES = ['0%', '30%', '55%', '78%', '100%']

/** The colour of a share of the maximum, 0 to 1. */
function shadeOf(part: number): string {
  const share = SHARES[part <= 0 ? 0 : Math.ceil((SHARES.length - 1) * part)]
  return `color-mix(in srgb, var(--mantine-color-leaf-6) ${share}, var(--r-sunken))`
}

type Props = {
  /** Names of the rows, one for each. */
  readonly rows: readonly string[]
  /** Names of the columns; an empty one is not shown. */
  readonly columns: readonly string[]
  readonly cells: readonly (readonly Cents[])[]
}

/** Amounts as squares, the darker the more. Purely visual: the same facts are beside it as words and as a table. */
export function HeatGrid({ rows, columns, cells }: Props) {
  const most = Math.max(1, ...cells.flat())
  return (
    <div
      className={classes.heat}
      style={{ gridTemplateColumns: `auto repeat(${columns.length}, minmax(0, 1fr))` }}
      aria-hidden
    >
      <span />
      {columns.map((name, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their place
        <span key={column} className={classes.heatColumn}>
          {name}
        </span>
      ))}
      {cells.flatMap((row, at) => [
        <span key={rows[at]} className={classes.heatName}>
          {rows[at]}
        </span>,
        ...row.map((amount, column) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: cells never change their place
            key={`${at} ${column}`}
            className={classes.heatCell}
            style={{ background: shadeOf(amount / most) }}
          />
        )),
      ])}
    </div>
  )
}
