import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReceiptView } from '#blocks/receipt/use-receipt.ts'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './receipt.module.css'
import { ReceiptPreview } from './receipt-preview.tsx'
import { Timeline } from './timeline.tsx'

type Props = {
  readonly view: ReceiptView
  /** What the reader has to know first. */
  readonly notice: ReactNode
  readonly actions?: ReactNode
  /** Content that arrives late: below the rest, so that it moves nothing. */
  readonly below?: ReactNode
  readonly children?: ReactNode
}

/**
 * One invoice: its sum and status above, then the receipt itself and its history (`children` begin it). The actions
 * stay at the lower edge of a phone; where there is space, all but the receipt is in a column beside it.
 */
export function ReceiptFrame({ view, notice, actions, below, children }: Props) {
  const { t } = useLingui()
  const { row } = view
  return (
    <div className={classes.screen}>
      <div className={classes.top}>
        <Link to="/invoices" className="icon-button" aria-label={t`Back`}>
          <Icon name="back" />
        </Link>
        <div className={classes.title}>
          <h1>{moneyText(row.totals.totalIncludingTax)}</h1>
          <span className="dim">{row.customer.name === '' ? t`Walk-in customer` : row.customer.name}</span>
        </div>
        <StatusPill status={row.shown} />
      </div>
      <div className={classes.columns}>
        {notice}
        <ReceiptPreview view={view} />
        <div className={classes.about}>
          {children}
          <section className="card">
            <Timeline row={row} />
          </section>
          {below}
        </div>
        {actions}
      </div>
    </div>
  )
}
