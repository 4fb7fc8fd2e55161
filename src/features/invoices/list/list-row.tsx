import { useLingui } from '@lingui/react/macro'
import { type MouseEvent, memo } from 'react'
import { ROW_CLASS, RowContent } from '#blocks/day-list/row-content.tsx'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import type { InvoiceRow } from '#data/rows.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { clockTime } from '#i18n/format-dates.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './invoice-list.module.css'

type Props = {
  readonly row: InvoiceRow
  /** `undefined` outside of the selection. */
  readonly chosen: boolean | undefined
  /** Must stay the same function: a row is rendered again only when what it shows changes. */
  readonly onOpen: (event: MouseEvent<HTMLAnchorElement>, row: InvoiceRow) => void
}

/** The path of an invoice: a draft opens in the editor. */
export function pathOf(row: InvoiceRow): string {
  return `/${row.shown === 'draft' ? 'edit-invoice' : 'invoice'}/${row.id}`
}

function areRowsEqual(a: Props, b: Props): boolean {
  if (a.chosen !== b.chosen || a.onOpen !== b.onOpen) return false
  const [one, other] = [a.row, b.row]
  return (
    one === other ||
    (one.id === other.id &&
      one.rev === other.rev &&
      one.shown === other.shown &&
      one.saleAt === other.saleAt &&
      one.customer.name === other.customer.name &&
      one.reference === other.reference &&
      one.totals.totalIncludingTax === other.totals.totalIncludingTax &&
      one.receipt?.rctvnum === other.receipt?.rctvnum &&
      one.creditNotes?.length === other.creditNotes?.length)
  )
}

/** One invoice of the list. A plain link: the router's own costs more than the rest of the row. */
export const ListRow = memo(function ListRow({ row, chosen, onOpen }: Props) {
  const { t } = useLingui()
  const origin = row.channel ?? row.origin
  const number = row.receipt?.rctvnum ?? (row.reference || row.accountingNumber)
  return (
    <a
      href={pathOf(row)}
      className={ROW_CLASS}
      data-status={row.shown}
      onClick={(event) => onOpen(event, row)}
      {...(chosen === undefined ? {} : { role: 'checkbox', 'aria-checked': chosen })}
    >
      <RowContent
        name={
          <>
            {chosen === undefined ? null : (
              <span className={classes.mark} data-chosen={chosen}>
                {chosen ? <Icon name="check" size={16} /> : null}
              </span>
            )}
            {row.customer.name === '' ? t`Walk-in customer` : row.customer.name}
          </>
        }
        total={moneyText(row.totals.totalIncludingTax)}
        detail={
          <>
            {origin === 'app' ? null : <span className={classes.origin}>{origin}</span>}
            {clockTime(row.saleAt)}
            {number === '' ? '' : ` · ${number}`}
            {row.creditNotes ? ` · ${t({ context: 'mark of a list row', message: 'Refunded' })}` : ''}
          </>
        }
        status={<StatusPill status={row.shown} />}
      />
    </a>
  )
}, areRowsEqual)
