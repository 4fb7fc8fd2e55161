import type { OperationBody } from '#contract/operations.ts'
import { checkProduct } from '#domain/products/check-product.ts'
import { fieldsOf } from '#domain/records/fields-of.ts'
import { Refusal } from '../../ports/refusal.ts'
import { lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { requireRight } from '../context.ts'
import { auditOverwritten } from '../operations/audit-overwritten.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { productChange } from '../operations/feed-changes.ts'
import { mergeFields } from '../operations/merge-fields.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

type Body = OperationBody<'product.save'>

/** The fields in stored form; refuses what the form's rules refuse. */
function validateFields(fields: Body['fields']): Body['fields'] {
  const checked = checkProduct(fields)
  if (!checked.ok) refuseFields(checked.refusals)
  return { ...fields, ...(checked.ok ? checked.value : {}) }
}

/** Saves a product or service, new or edited: edits of several phones are merged field by field. */
export async function saveProduct(execution: Execution, body: Body): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'product.save', scope)
  const id = body.productId
  const current = await lockDocument(tx, scope, 'products', id)
  if (current === undefined && body.base !== null) throw new Refusal('PRODUCT_NOT_FOUND')
  const { merged, overwritten } = current
    ? mergeFields(fieldsOf(current), body.base, body.fields)
    : { merged: body.fields, overwritten: [] }
  const product = {
    ...validateFields(merged),
    id,
    companyId: scope.companyId,
    rev: (current?.rev ?? 0) + 1,
  }
  await upsertDocuments(tx, scope, 'products', [product], at)
  await auditOverwritten(execution, 'product', id, overwritten)
  return { change: productChange(product), changed: [{ t: 'product', id }] }
}
