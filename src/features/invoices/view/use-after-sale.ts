import { useAppContext } from '#app-context/app-context.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { creditRefusalOf } from '#domain/invoices/credit-note.ts'
import { MAX_MAILS } from '#domain/invoices/invoice-mail.ts'
import { can } from '#domain/permissions/can.ts'
import type { PendingDocuments } from './use-pending-documents.ts'

/** What may be done with an invoice after the sale: mailing it to the customer, taking goods back. */
export function useAfterSale(
  row: InvoiceRow,
  pending: PendingDocuments,
): { readonly canMail: boolean; readonly canCredit: boolean } {
  const { blocked, session } = useAppContext()
  const { user } = session
  const may = (action: 'invoice.credit' | 'invoice.email') =>
    can(
      {
        userId: user.id,
        userType: user.user_type,
        companyId: user.company_id,
        organizationId: user.organization_id,
      },
      action,
      { companyId: row.companyId },
    )
  const canceling = row.pending.kind === 'waiting' && row.pending.cancels !== undefined
  const submits = row.pending.kind === 'waiting' && row.pending.submits
  const alive = row.status !== 'canceled' && row.shown !== 'canceled' && !blocked
  const canMail =
    alive && (row.receipt !== null || submits) && (row.mails?.length ?? 0) < MAX_MAILS && may('invoice.email')
  const withPendingCredits = { ...row, creditNotes: [...(row.creditNotes ?? []), ...pending.credits] }
  const canCredit =
    alive && !canceling && creditRefusalOf(withPendingCredits) === undefined && may('invoice.credit')
  return { canMail, canCredit }
}
