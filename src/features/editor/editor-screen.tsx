import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { findInvoice } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { useWorkplace } from '../workplace.ts'
import { EditorPage } from './editor-page.tsx'

/** Only a draft may be changed (spec §4); one that was refused is a draft again. */
function isEditable(row: InvoiceRow): boolean {
  return row.status === 'draft' && (row.shown === 'draft' || row.shown === 'attention')
}

type Props = {
  readonly invoiceId: string
  /** A new invoice is not on the phone before its first change. */
  readonly isNew: boolean
}

/** Opens an invoice for writing, or says why it cannot be written. */
export function EditorScreen({ invoiceId, isNew }: Props) {
  const { t } = useLingui()
  const { db, company } = useWorkplace()
  const found = useLiveQuery(async () => ({ row: await findInvoice(db, invoiceId) }), [db, invoiceId])
  if (company === null) {
    return (
      <div className="page">
        <EmptyState whole icon="receipt" title={t`No company`}>
          {t`Your account works for no company, so it cannot sell.`}
        </EmptyState>
      </div>
    )
  }
  if (!found) return <div className="page" aria-busy="true" />
  const { row } = found
  if (!row && !isNew) {
    return (
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
  }
  if (row && !isEditable(row)) {
    return (
      <div className="page">
        <EmptyState
          whole
          icon="lock"
          title={t`This invoice is no longer a draft`}
          action={
            <Button component={Link} to={`/invoice/${row.id}`}>
              {t`Open the invoice`}
            </Button>
          }
        >
          {row.shown === 'waiting'
            ? t`It waits to be sent. Take it back first, if you want to change it.`
            : t`After submission an invoice cannot be edited or reversed.`}
        </EmptyState>
      </div>
    )
  }
  return <EditorPage key={invoiceId} invoiceId={invoiceId} company={company} row={row} />
}
