import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { NoCompany } from '#blocks/no-company.tsx'
import { findInvoice } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { throttledQuery } from '#data/watch.ts'
import { settlePayments } from '#domain/invoices/settle-payments.ts'
import { type Cents, ZERO_CENTS } from '#domain/money/cents.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { EditorPage } from './editor-page.tsx'
import { EditorSkeleton } from './editor-skeleton.tsx'
import { SoldScreen } from './sold-screen.tsx'
import { useOpenedInvoice } from './use-opened-invoice.ts'

/** Only a draft may be changed (spec §4); a refused invoice is a draft again. */
function isEditable(row: InvoiceRow): boolean {
  return row.status === 'draft' && (row.shown === 'draft' || row.shown === 'attention')
}

type Props = {
  readonly invoiceId: string
  /** A new invoice is not stored before its first change. */
  readonly isNew: boolean
  /** The invoice that is copied. */
  readonly from?: string | undefined
}

/** Opens an invoice for editing, shows it sold, or says why it cannot be edited. */
export function EditorScreen({ invoiceId, isNew, from }: Props) {
  const { t } = useLingui()
  const { db, company } = useAppContext()
  const toast = useToasts((state) => state.show)
  const [reading, setReading] = useState(0)
  const opened = useOpenedInvoice(db, invoiceId, from, reading)
  // Throttled: this window need not wait to read its own sale, and what changes elsewhere is not urgent.
  const readInvoice = useMemo(
    () => throttledQuery(() => findInvoice(db, invoiceId), db.ports),
    [db, invoiceId],
  )
  const live = useLiveQuery(readInvoice, [readInvoice])
  const [soldInvoice, setSoldInvoice] = useState<InvoiceRow>()
  const [changeDue, setChangeDue] = useState<Cents>(ZERO_CENTS)
  const onSelling = useCallback((change: Cents) => setChangeDue(change), [])
  const onStale = useCallback(() => {
    setReading((before) => before + 1)
    toast({
      tone: 'bad',
      text: t`This invoice was changed on another phone or in another window. You see it as it is now`,
    })
  }, [toast, t])
  useEffect(() => {
    if (live && isEditable(live)) opened?.draft.look()
  }, [live, opened])
  if (company === null) {
    return (
      <NoCompany icon="receipt">{t`Your account is not linked to a company, so you cannot sell.`}</NoCompany>
    )
  }
  if (!opened) return <EditorSkeleton isNew={isNew} />
  const { row, tendered } = opened
  if (!row && !isNew) {
    return (
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
  }
  const current = live ?? row
  const final = soldInvoice ?? (current && !isEditable(current) ? current : undefined)
  if (final) {
    // Opened as a draft and submitted since, here or in another window; or the page was reloaded after that.
    const wasDraft = !row || isEditable(row)
    const changeAfterReload = tendered && settlePayments(final.totals.totalIncludingTax, tendered).changeDue
    if (final.shown !== 'canceled' && (wasDraft || changeAfterReload !== undefined)) {
      return <SoldScreen sold={final} change={wasDraft ? changeDue : (changeAfterReload ?? ZERO_CENTS)} />
    }
    return (
      <div className="page">
        <EmptyState
          standalone
          icon="lock"
          title={t`This invoice is no longer a draft`}
          action={
            <Button component={Link} to={`/invoice/${final.id}`}>
              {t`Open the invoice`}
            </Button>
          }
        >
          {final.shown === 'waiting'
            ? t`It is waiting to be sent. Set it back to draft to change it.`
            : t`A submitted invoice cannot be edited or reversed.`}
        </EmptyState>
      </div>
    )
  }
  return (
    <EditorPage
      key={opened.reading}
      invoiceId={invoiceId}
      isNew={isNew}
      opened={opened}
      trouble={current?.pending.kind === 'attention' ? current.pending.code : undefined}
      onSelling={onSelling}
      onSold={setSoldInvoice}
      onStale={onStale}
    />
  )
}
