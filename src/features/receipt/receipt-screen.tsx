import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PushAsk } from '#blocks/push-ask/push-ask.tsx'
import { useReceipt } from '#blocks/receipt/use-receipt.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useWorkplace } from '../workplace.ts'
import { AfterSale } from './after-sale.tsx'
import { ReceiptActions } from './receipt-actions.tsx'
import { ReceiptFrame } from './receipt-frame.tsx'
import { ReceiptNotice } from './receipt-notice.tsx'
import { useWaitingDocuments } from './use-waiting-documents.ts'

/** Rarely needed: what this phone does not keep. */
const OlderReceipt = lazyPart(async () => (await import('./older-receipt.tsx')).OlderReceipt)

/** One invoice to look at, print and act on; it changes by itself when news comes. */
export function ReceiptScreen({ invoiceId }: { invoiceId: string }) {
  const { t } = useLingui()
  const { db, notifications } = useWorkplace()
  const view = useReceipt(db, invoiceId)
  const waiting = useWaitingDocuments(db, invoiceId)
  if (view === undefined || waiting === undefined) return <div className="page" aria-busy="true" />
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
          {t`It may be on another phone and not sent yet.`}
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
    <ReceiptFrame
      view={view}
      below={row.shown === 'draft' ? null : <PushAsk notifications={notifications} />}
    >
      <ReceiptNotice row={row} />
      <ReceiptActions row={row} />
      <AfterSale row={row} waiting={waiting} />
    </ReceiptFrame>
  )
}
