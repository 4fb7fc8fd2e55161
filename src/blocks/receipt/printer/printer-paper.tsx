import type { PrinterRow } from '#domain/receipts/printer-rows.ts'
import { QrCode } from '../qr-code.tsx'
import classes from './printer-paper.module.css'

type Props = {
  readonly rows: readonly PrinterRow[]
  readonly columns: number
  readonly label: string
  readonly qrLabel: string
}

/** The roll of a receipt printer: the rows that are sent to it, in letters of one width. */
export function PrinterPaper({ rows, columns, label, qrLabel }: Props) {
  const keyed = rows.map((row, index) => ({ row, key: `${index} ${row.text}` }))
  return (
    <article className={classes.roll} data-columns={columns} aria-label={label}>
      {keyed.map(({ row, key }) =>
        row.kind === 'qr' ? (
          <div key={key} className={classes.qr}>
            <QrCode text={row.text} label={qrLabel} />
          </div>
        ) : (
          <div
            key={key}
            className={classes.row}
            data-centred={row.centred}
            data-bold={row.bold}
            data-tall={row.tall}
          >
            {row.text}
          </div>
        ),
      )}
    </article>
  )
}
