import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { PdfButton } from '#blocks/receipt/pdf-button.tsx'
import { PrintLinesButton } from '#blocks/receipt/print-lines-button.tsx'
import { invoiceRow } from '#data/invoices.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptMessages } from '#i18n/receipt-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { useOnline } from '#ui/use-online.ts'
import { ActionBar } from './action-bar.tsx'
import { ReceiptFrame } from './receipt-frame.tsx'

type Props = {
  readonly invoiceId: string
  /** Shown when the server does not have it either. */
  readonly children: ReactNode
}

type Found = Invoice | 'nowhere' | 'no-answer'

/** An invoice that is older than what this phone keeps: fetched from the server, shown, and not stored. */
export function OlderReceipt({ invoiceId, children }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { call, company, db } = useAppContext()
  const online = useOnline()
  const [found, setFound] = useState<Found>()
  const fetchInvoice = useCallback(async (): Promise<Found> => {
    const outcome = await call('invoices.find', { id: invoiceId })
    if (outcome.kind === 'answered') return outcome.value
    return outcome.kind === 'refused' && outcome.code === 'NOT_FOUND' ? 'nowhere' : 'no-answer'
  }, [call, invoiceId])
  // Searched at once, and again when the connection returns.
  useEffect(() => {
    if (!online) return undefined
    let mounted = true
    void fetchInvoice().then((outcome) => (mounted ? setFound(outcome) : undefined))
    return () => {
      mounted = false
    }
  }, [fetchInvoice, online])
  if (found === undefined && online) return <div className="page" aria-busy="true" />
  if (found === 'nowhere' || company === null) return children
  if (found === undefined || found === 'no-answer') {
    return (
      <div className="page">
        <EmptyState
          standalone
          icon="offline"
          title={t`This invoice is not on this phone`}
          action={
            online ? (
              <Button onClick={() => void fetchInvoice().then(setFound)}>{t`Try again`}</Button>
            ) : undefined
          }
        >
          {t`Older invoices are on the server and need a connection.`}
        </EmptyState>
      </div>
    )
  }
  const row = invoiceRow(found, { kind: 'none' })
  const view = { row, company, handovers: { issuedHere: false, count: 0 } }
  // Its original was handed over when it was sold; this phone has forgotten how often.
  const handover = { copy: row.receipt !== null }
  const lines = () => receiptLines({ invoice: found, company, ...handover }, receiptMessages(translate))
  return (
    <ReceiptFrame
      view={view}
      actions={
        <ActionBar
          actions={[
            <PrintLinesButton key="print" db={db} label={t`Receipt`} lines={lines}>
              {t`Print`}
            </PrintLinesButton>,
            <PdfButton key="pdf" db={db} view={view} handover={handover} />,
          ]}
        />
      }
      notice={
        <p className="notice" data-tone="info" role="status">
          {t`This invoice is too old to be kept on this phone. It was loaded from the server: you can print it, but not change it.`}
        </p>
      }
    />
  )
}
