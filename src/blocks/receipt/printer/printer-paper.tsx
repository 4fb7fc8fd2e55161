import { Children } from 'react'
import type { PrinterRow } from '#domain/receipts/printer-rows.ts'
import { LogoPicture } from '../logo-picture.tsx'
import { QrCode } from '../qr-code.tsx'
import classes from './printer-paper.module.css'

type Props = {
  readonly rows: readonly PrinterRow[]
  readonly columns: number
  readonly label: string
  readonly qrLabel: string
}

/** The roll of a receipt printer: the rows that are sent to it, in a monospaced font. */
export function PrinterPaper({ rows, columns, label, qrLabel }: Props) {
  const renderRow = (row: PrinterRow) => {
    if (row.kind === 'logo') {
      return (
        <div className={classes.logo}>
          <LogoPicture logo={row.logo} />
        </div>
      )
    }
    if (row.kind === 'qr') {
      return (
        <div className={classes.qr}>
          <QrCode text={row.text} label={qrLabel} />
        </div>
      )
    }
    const { centred, bold, tall, text } = row
    return (
      <div className={classes.row} data-centred={centred} data-bold={bold} data-tall={tall}>
        {text}
      </div>
    )
  }
  return (
    <article className={classes.roll} data-columns={columns} aria-label={label}>
      {Children.toArray(rows.map(renderRow))}
    </article>
  )
}
