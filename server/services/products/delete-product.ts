import type { OperationBody } from '#contract/operations.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { deleteDocument, hasReceipts } from '../../storage/catalogue/delete-document.ts'
import { lockDocument } from '../../storage/catalogue/documents.ts'
import { actedBy, requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { deletedChange } from '../operations/feed-changes.ts'

/** Deletes a product that is on no receipt; one that was sold is made inactive instead (its operation is refused). */
export async function deleteProduct(
  execution: Execution,
  body: OperationBody<'product.delete'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'product.save', scope)
  const id = body.productId
  const current = await lockDocument(tx, scope, 'products', id)
  if (current === undefined) throw new Refusal('PRODUCT_NOT_FOUND')
  if (await hasReceipts(tx, scope, 'month-product', id)) throw new Refusal('PRODUCT_HAS_SALES')
  const rev = await deleteDocument(tx, scope, 'products', id, at)
  if (rev === undefined) return { change: deletedChange('product', id, current.rev), changed: [] }
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'product.delete',
    subject: `product:${id}`,
    detail: { name: current.name },
  })
  return { change: deletedChange('product', id, rev), changed: [{ t: 'product', id, deleted: true }] }
}
