import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { PushOffer } from '#blocks/push-offer/push-offer.tsx'
import { useReceipt } from '#blocks/receipt/use-receipt.ts'
import { leftUnpaid } from '#domain/collections/unpaid-at-sale.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { AfterSale } from './after-sale.tsx'
import { PaymentReferences } from './payment-references.tsx'
import { ReceiptActions } from './receipt-actions.tsx'
import { ReceiptFrame } from './receipt-frame.tsx'
import { ReceiptNotice } from './receipt-notice.tsx'
import { usePendingDocuments } from './use-pending-documents.ts'

/** Rarely needed: invoices that this phone does not keep. */
const OlderReceipt = lazyComponent(async () => (await import('./older-receipt.tsx')).OlderReceipt)

/** Only sales on credit are paid later. */
const LaterPayments = lazyComponent(async () => (await import('./later-payments.tsx')).LaterPayments)

/** One invoice to look at, print and act on; it updates itself after changes. */
export function ReceiptScreen({ invoiceId }: { invoiceId: string }) {
  const { t } = useLingui()
  const { db, notifications } = useAppContext()
  const view = useReceipt(db, invoiceId)
  const pendingDocuments = usePendingDocuments(db, invoiceId)
  if (view === undefined || pendingDocuments === undefined) return <div className="page" aria-busy="true" />
  if (view === null) {
    const nowhere = (
      <div className="page">
        <EmptyState
          standalone
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
      notice={<ReceiptNotice row={row} />}
      actions={<ReceiptActions row={row} pending={pendingDocuments} />}
      below={row.shown === 'draft' ? null : <PushOffer notifications={notifications} />}
    >
      <AfterSale row={row} pending={pendingDocuments} />
      <PaymentReferences row={row} />
      {row.shown !== 'draft' && leftUnpaid(row) > 0 ? (
        <Suspense>
          <LaterPayments row={row} />
        </Suspense>
      ) : null}
    </ReceiptFrame>
  )
}
