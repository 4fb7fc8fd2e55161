import type { ReactNode } from 'react'
import classes from './day-list.module.css'

/** For the link or button that makes up a row. */
export const ROW_CLASS = classes.row

type Props = {
  readonly name: ReactNode
  readonly total: string
  readonly detail: ReactNode
  readonly status: ReactNode
}

/** A row of a list by day: name and total above, time and status below. */
export function RowContent({ name, total, detail, status }: Props) {
  return (
    <>
      <span className={classes.line}>
        <span className={classes.name}>{name}</span>
        <span className={classes.total}>{total}</span>
      </span>
      <span className={classes.line}>
        <span className={classes.detail}>{detail}</span>
        <span className={classes.status}>{status}</span>
      </span>
    </>
  )
}
