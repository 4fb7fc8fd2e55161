import type { OperationBody } from '#contract/operations.ts'
import { quantityText, toQuantity } from '#domain/money/quantity.ts'
import { stockEntry } from '#domain/stock/stock.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { hasStockMovement } from '../../storage/accounts/stock-movements.ts'
import { lockDocument } from '../../storage/catalogue/documents.ts'
import { lockCompanyIdentity } from '../../storage/fiscal/identities.ts'
import { actedBy, requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { companyChange } from '../operations/feed-changes.ts'
import { uncountedSales } from '../recovery/uncounted-sales.ts'
import { addToAggregates } from '../reports/add-to-aggregates.ts'

/**
 * Adds a movement to the stock of a product; the first one begins its level. The level goes into the feed as a kept
 * total, so that every phone shows the sum of what all have sold and entered. A movement that came before, under the id of
 * another operation, is answered and not added again.
 */
export async function addStock(execution: Execution, body: OperationBody<'stock.add'>): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'product.save', scope)
  // Kept totals change under the identity's lock, which comes before every other one; before there is an identity,
  // under the lock of the product, because nothing is sold then.
  await lockCompanyIdentity(tx, scope)
  const product = await lockDocument(tx, scope, 'products', body.productId)
  if (product === undefined) throw new Refusal('PRODUCT_NOT_FOUND')
  if (await hasStockMovement(tx, scope, body, at)) {
    // An answer names a place in the feed, also where nothing changed.
    const changed = [{ t: 'company', id: scope.companyId }] as const
    return { change: companyChange(await getCompanyRecord(tx, scope)), changed }
  }
  const entry = stockEntry(product.id, body.quantity)
  const totals = await addToAggregates(tx, scope, [entry, ...(await uncountedSales(execution, body))])
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'stock.add',
    subject: `product:${product.id}`,
    detail: {
      ...{ movementId: body.movementId, kind: body.reason, quantity: body.quantity, enteredAt: body.at },
      reason: `${product.name}: ${body.quantity > 0 ? '+' : ''}${quantityText(toQuantity(body.quantity))}`,
    },
  })
  return { change: companyChange(await getCompanyRecord(tx, scope)), changed: totals }
}
