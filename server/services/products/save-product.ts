import type { OperationBody } from '#contract/operations.ts'
import { checkProduct } from '#domain/products/check-product.ts'
import type { Product } from '#domain/products/product.ts'
import { recordAudit } from '../../storage/audit.ts'
import { lockProduct, saveProducts } from '../../storage/products.ts'
import { requireRight } from '../context.ts'
import { refuseFields } from '../invoices/refuse-fields.ts'
import { Refusal } from '../refusal.ts'
import { productChange } from '../sync/change-of-record.ts'
import type { Executed, Execution } from '../sync/execution.ts'
import { mergeFields } from '../sync/merge-fields.ts'

type Body = OperationBody<'product.save'>

function fieldsOf(product: Product): Body['fields'] {
  const { id: _id, companyId: _company, rev: _rev, ...fields } = product
  return fields
}

/** The fields in stored form; refuses what the form's rules refuse. */
function checkedFields(fields: Body['fields']): Body['fields'] {
  const checked = checkProduct(fields)
  if (checked.kind === 'refused') refuseFields(checked.refusals)
  return { ...fields, ...(checked.kind === 'ok' ? checked.product : {}) }
}

/** Saves a product or service, new or edited: edits of several phones are merged field by field. */
export async function saveProduct(execution: Execution, body: Body): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'product.save', scope)
  const id = body.productId
  const current = await lockProduct(tx, scope, id)
  if (current === undefined && body.base !== null) throw new Refusal('PRODUCT_NOT_FOUND')
  const { merged, overruled } = current
    ? mergeFields(fieldsOf(current), body.base, body.fields)
    : { merged: body.fields, overruled: [] }
  const product = {
    ...checkedFields(merged),
    id,
    companyId: scope.companyId,
    rev: (current?.rev ?? 0) + 1,
  }
  await saveProducts(tx, scope, [product], at)
  if (overruled.length > 0) {
    await recordAudit(tx, {
      companyId: scope.companyId,
      userId: context.actor.userId,
      at,
      action: 'product.overrule',
      subject: `product:${id}`,
      detail: { overruled },
    })
  }
  return { change: productChange(product), changed: [{ t: 'product', id }] }
}
