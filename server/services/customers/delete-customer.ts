import type { OperationBody } from '#contract/operations.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { deleteDocument, hasReceipts } from '../../storage/catalogue/delete-document.ts'
import { lockDocument } from '../../storage/catalogue/documents.ts'
import { resolveId } from '../../storage/sync/record-aliases.ts'
import { actedBy, requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { deletedChange } from '../operations/feed-changes.ts'

/**
 * Deletes a customer for whom there is no receipt; one with receipts is archived instead (its operation is refused). One
 * that another phone has deleted already is deleted.
 */
export async function deleteCustomer(
  execution: Execution,
  body: OperationBody<'customer.delete'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'customer.save', scope)
  const id = await resolveId(tx, scope, 'customer', body.customerId)
  const current = await lockDocument(tx, scope, 'customers', id)
  if (current === undefined) throw new Refusal('CUSTOMER_NOT_FOUND')
  for (const named of [id, ...(current.mergedIds ?? [])]) {
    if (await hasReceipts(tx, scope, 'month-customer', named)) throw new Refusal('CUSTOMER_HAS_INVOICES')
  }
  const rev = await deleteDocument(tx, scope, 'customers', id, at)
  if (rev === undefined) return { change: deletedChange('customer', id, current.rev), changed: [] }
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'customer.delete',
    subject: `customer:${id}`,
    detail: { name: current.name },
  })
  return { change: deletedChange('customer', id, rev), changed: [{ t: 'customer', id, deleted: true }] }
}
