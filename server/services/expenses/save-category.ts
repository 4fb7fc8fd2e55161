import type { OperationBody } from '#contract/operations.ts'
import { type Category, defaultCodeOf } from '#domain/categories/category.ts'
import { checkCategory } from '#domain/categories/check-category.ts'
import { fieldsOf } from '#domain/records/fields-of.ts'
import { Refusal } from '../../ports/refusal.ts'
import { lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { findCategoryByCode } from '../../storage/catalogue/vendors.ts'
import { requireRight } from '../context.ts'
import { auditOverwritten } from '../operations/audit-overwritten.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { categoryChange } from '../operations/feed-changes.ts'
import { mergeFields } from '../operations/merge-fields.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

type Body = OperationBody<'category.save'>

/**
 * Saves a category of expenses, new or edited: edits of several phones are merged field by field. A code is one
 * category's (spec §8), and the codes of the default categories are theirs.
 */
export async function saveCategory(execution: Execution, body: Body): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'category.save', scope)
  const id = body.categoryId
  const current = await lockDocument(tx, scope, 'expense_categories', id)
  if (current === undefined && body.base !== null) throw new Refusal('CATEGORY_NOT_FOUND')
  const { merged, overwritten } = current
    ? mergeFields(fieldsOf(current), body.base, body.fields)
    : { merged: body.fields, overwritten: [] }
  const checked = checkCategory(merged, defaultCodeOf(scope.companyId, id))
  if (!checked.ok) refuseFields(checked.refusals)
  const rev = (current?.rev ?? 0) + 1
  const category: Category = {
    ...merged,
    ...(checked.ok ? checked.value : {}),
    id,
    companyId: scope.companyId,
    rev,
  }
  const existing = await findCategoryByCode(tx, scope, category)
  if (existing) {
    throw new Refusal('CATEGORY_CODE_REGISTERED', {
      fields: [{ path: 'code', code: 'CATEGORY_CODE_REGISTERED' }],
      data: { existingId: existing.id },
    })
  }
  await upsertDocuments(tx, scope, 'expense_categories', [category], at)
  await auditOverwritten(execution, 'category', id, overwritten)
  return { change: categoryChange(category), changed: [{ t: 'category', id }] }
}
