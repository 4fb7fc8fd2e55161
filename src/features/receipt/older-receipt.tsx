import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import { invoiceRow } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import { useWorkplace } from '../workplace.ts'
import classes from './receipt.module.css'
import { ShownPaper } from './shown-paper.tsx'
import { Timeline } from './timeline.tsx'

type Props = {
  readonly invoiceId: string
  /** Shown when the server has it not either, or cannot be asked. */
  readonly children: ReactNode
}

/** An invoice that is older than what this phone keeps: fetched from the server, shown, and not stored. */
export function OlderReceipt({ invoiceId, children }: Props) {
  const { t } = useLingui()
  const { call, company } = useWorkplace()
  const [found, setFound] = useState<{ readonly row: InvoiceRow | null }>()
  useEffect(() => {
    let wanted = true
    void call('invoices.find', { id: invoiceId }).then((outcome) => {
      if (!wanted) return
      setFound({ row: outcome.kind === 'answered' ? invoiceRow(outcome.value, { kind: 'none' }) : null })
    })
    return () => {
      wanted = false
    }
  }, [call, invoiceId])
  if (!found) return <div className="page" aria-busy="true" />
  const { row } = found
  if (!row || company === null) return children
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
          <p className="notice" data-tone="info" role="status">
            {t`This invoice is older than what this phone keeps. It was fetched from the server and is only shown.`}
          </p>
          <section className={`card ${classes.history}`}>
            <Timeline row={row} />
          </section>
        </div>
        <ShownPaper view={{ row, company, handedOver: 1, logo: undefined }} />
      </div>
    </div>
  )
}
