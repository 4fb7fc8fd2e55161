import { useAppContext } from '#app-context/app-context.ts'
import { useCan } from '#app-context/use-can.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { type AfterSaleAction, offeredActions } from '#domain/invoices/offered-actions.ts'
import type { PendingDocuments } from './use-pending-documents.ts'

/** What this person may do with an invoice after the sale, refunds that are not sent yet included. */
export function useAfterSale(row: InvoiceRow, pending: PendingDocuments): ReadonlySet<AfterSaleAction> {
  const { blocked } = useAppContext()
  const can = useCan()
  return offeredActions(
    { ...row, creditNotes: [...(row.creditNotes ?? []), ...pending.credits] },
    { blocked, may: (action) => can(action, { companyId: row.companyId }) },
  )
}
