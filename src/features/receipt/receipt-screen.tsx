import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PushAsk } from '#blocks/push-ask/push-ask.tsx'
import { useReceipt } from '#blocks/receipt/use-receipt.ts'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import { moneyText } from '#domain/money/money-text.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { useWorkplace } from '../workplace.ts'
import { AfterSale } from './after-sale.tsx'
import classes from './receipt.module.css'
import { ReceiptActions } from './receipt-actions.tsx'
import { ReceiptNotice } from './receipt-notice.tsx'
import { ShownPaper } from './shown-paper.tsx'
import { Timeline } from './timeline.tsx'

/** Rarely needed: what this phone does not keep. */
const OlderReceipt = lazy(async () => ({ default: (await import('./older-receipt.tsx')).OlderReceipt }))

/** One invoice to look at, print and act on; it changes by itself when news comes. */
export function ReceiptScreen({ invoiceId }: { invoiceId: string }) {
  const { t } = useLingui()
  const { db, notifications } = useWorkplace()
  const view = useReceipt(db, invoiceId)
  if (view === undefined) return <div className="page" aria-busy="true" />
  if (view === null) {
    const nowhere = (
      <div className="page">
        <EmptyState
          whole
          icon="search"
          title={t`The invoice was not found`}
          action={
            <Button component={Link} to="/invoices">
              {t`Invoices`}
            </Button>
          }
        >
          {t`It may be on another phone that was not sent yet.`}
        </EmptyState>
      </div>
    )
    return (
      <Suspense fallback={<div className="page" aria-busy="true" />}>
        <OlderReceipt invoiceId={invoiceId}>{nowhere}</OlderReceipt>
      </Suspense>
    )
  }
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
        <div className={classes.about}>
          <ReceiptNotice row={row} />
          <ReceiptActions row={row} />
          <AfterSale row={row} />
          {row.shown === 'draft' ? null : <PushAsk notifications={notifications} />}
          <section className={`card ${classes.history}`}>
            <Timeline row={row} />
          </section>
        </div>
        <ShownPaper view={view} />
      </div>
    </div>
  )
}
