import { useAppContext } from '#app-context/app-context.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { type AfterSaleAction, offeredActions } from '#domain/invoices/offered-actions.ts'
import { can } from '#domain/permissions/can.ts'
import type { PendingDocuments } from './use-pending-documents.ts'

/** What this person may do with an invoice after the sale, refunds that are not sent yet included. */
export function useAfterSale(row: InvoiceRow, pending: PendingDocuments): ReadonlySet<AfterSaleAction> {
  const { blocked, session } = useAppContext()
  const { user } = session
  const actor = {
    userId: user.id,
    userType: user.user_type,
    companyId: user.company_id,
    organizationId: user.organization_id,
  }
  return offeredActions(
    { ...row, creditNotes: [...(row.creditNotes ?? []), ...pending.credits] },
    { blocked, may: (action) => can(actor, action, { companyId: row.companyId }) },
  )
}
