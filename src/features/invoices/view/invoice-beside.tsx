import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { useReceipt } from '#blocks/receipt/use-receipt.ts'
import { StatusPill } from '#blocks/status-pill/status-pill.tsx'
import type { InvoiceRow } from '#data/rows.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import { ReceiptNotice } from './receipt-notice.tsx'
import { ReceiptPreview } from './receipt-preview.tsx'

type Props = {
  readonly invoiceId: string
  readonly pathOf: (row: InvoiceRow) => string
  /** It is no longer on this phone. */
  readonly onGone: () => void
}

/** One invoice beside the table, as it is now: its sum and status, why it waits, its receipt, and the way to its page. */
export function InvoiceBeside({ invoiceId, pathOf, onGone }: Props) {
  const { t } = useLingui()
  const { db } = useAppContext()
  const view = useReceipt(db, invoiceId)
  const isGone = view === null
  useEffect(() => {
    if (isGone) onGone()
  }, [isGone, onGone])
  if (!view) return <div aria-busy="true" />
  const { row } = view
  const isDraft = row.shown === 'draft'
  return (
    <div className="stack">
      <div>
        <h2>{moneyText(row.totals.totalIncludingTax)}</h2>
        <p className="dim">{row.customer.name || t`Walk-in customer`}</p>
        <StatusPill status={row.shown} />
      </div>
      <ReceiptNotice row={row} />
      <Button
        variant="default"
        component={Link}
        to={pathOf(row)}
        leftSection={<Icon name={isDraft ? 'pencil' : 'receipt'} size={18} />}
      >
        {isDraft ? t`Edit` : t`Open the invoice`}
      </Button>
      <ReceiptPreview view={view} />
    </div>
  )
}
