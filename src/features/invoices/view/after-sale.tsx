import type { InvoiceRow } from '#data/rows.ts'
import { CreditNotes } from './credit-notes.tsx'
import { MailHistory } from './mail-history.tsx'
import type { PendingDocuments } from './use-pending-documents.ts'

/** What happened to an invoice after the sale: returned goods, and e-mails to the customer. */
export function AfterSale({ row, pending }: { row: InvoiceRow; pending: PendingDocuments }) {
  return (
    <>
      {row.creditNotes || pending.credits.length > 0 ? (
        <CreditNotes row={row} pending={pending.credits} />
      ) : null}
      {row.mails || pending.mails.length > 0 ? (
        <div className="card">
          <MailHistory row={row} pending={pending.mails} />
        </div>
      ) : null}
    </>
  )
}
