import type { EndpointRequest } from '#contract/endpoints.ts'
import type { Reissuable } from '#contract/receipt-endpoints.ts'
import { parseInstant, toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { checkReissue, isReissuable } from '#domain/receipts/reissue.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { listReissues } from '../../storage/accounts/audit-trail.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { findInvoice, lockInvoice } from '../../storage/invoices/invoices.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import { invoiceChange } from '../operations/feed-changes.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { companyScopeFor } from '../scope-for.ts'

/** A receipt of a company that the caller looks after, with the copies given out before. */
export async function readReissuable(
  context: ServiceContext,
  input: EndpointRequest<'receipts.read'>,
): Promise<Reissuable> {
  const scope = await companyScopeFor(context, 'receipt.reissue', input.companyId)
  const invoice = await findInvoice(context.db, scope, input.id)
  if (!invoice?.receipt) throw new Refusal('NOT_FOUND')
  return await reissuable(context.db, scope, invoice)
}

/**
 * Records that a copy of a receipt is given out, with its reason, and gives what is printed on it: the numbers, date
 * and amounts of the original. No number is taken and nothing is sent to the authority.
 */
export async function reissueReceipt(
  context: ServiceContext,
  { id, companyId, reissueId, reason }: EndpointRequest<'receipts.reissue'>,
): Promise<Reissuable> {
  const scope = await companyScopeFor(context, 'receipt.reissue', companyId)
  const form = checkReissue({ reason })
  if (!form.ok) refuseFields(form.refusals)
  return await inTransaction(context.db, async (tx) => {
    // Copies of one receipt are counted one after the other.
    const stored = await lockInvoice(tx, scope, id)
    if (!stored?.invoice.receipt) throw new Refusal('NOT_FOUND')
    const { invoice } = stored
    if (!isReissuable(invoice)) throw new Refusal('REISSUE_NOT_AT_AUTHORITY')
    const before = await listReissues(tx, scope, id)
    if (form.ok && !before.some((copy) => copy.id === reissueId)) {
      await insertAuditEntry(tx, {
        ...scope,
        ...actedBy(context),
        at: toInstant(context.clock.now()),
        action: 'receipt.reissue',
        subject: `invoice:${id}`,
        detail: { reissueId, reason: form.value.reason, rctvnum: stored.invoice.receipt.rctvnum },
      })
    }
    return await reissuable(tx, scope, invoice)
  })
}

async function reissuable(db: Db, scope: CompanyScope, invoice: Invoice): Promise<Reissuable> {
  const [seller, copies] = await Promise.all([findCompany(db, scope), listReissues(db, scope, invoice.id)])
  const { row } = invoiceChange(invoice)
  if (!seller || row === null) throw new Refusal('NOT_FOUND')
  const reissues = copies.map(({ at, ...copy }, index) => {
    const instant = parseInstant(at)
    if (instant === undefined) throw new Error(`no instant: ${at}`)
    return { ...copy, number: index + 1, at: instant }
  })
  return { invoice: row, company: seller.company, reissues: reissues.reverse() }
}
