import type { ReactNode } from 'react'
import classes from '#blocks/report/report-table.module.css'

/** A figure, or the name of its row, that opens the invoices behind it. */
export function FigureButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={classes.open} onClick={onClick}>
      {children}
    </button>
  )
}
