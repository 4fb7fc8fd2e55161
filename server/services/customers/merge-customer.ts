import type { OperationBody } from '#contract/operations.ts'
import { mergeCustomers } from '#domain/customers/merge-customers.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { deleteDocument } from '../../storage/catalogue/delete-document.ts'
import { lockDocument, upsertDocuments } from '../../storage/catalogue/documents.ts'
import { insertAlias, redirectAliases, resolveId } from '../../storage/sync/record-aliases.ts'
import { actedBy, requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { customerChange } from '../operations/feed-changes.ts'

/** Resolves the two ids and locks their customers, always in one order: merges in both directions must not wait for each other. */
async function lockBoth({ tx, scope }: Execution, body: OperationBody<'customer.merge'>) {
  const id = await resolveId(tx, scope, 'customer', body.customerId)
  const into = await resolveId(tx, scope, 'customer', body.intoId)
  for (const locked of [id, into].sort()) await lockDocument(tx, scope, 'customers', locked)
  return { id, into }
}

/**
 * Merges a customer into another one: the other keeps its id and gets what it lacks, and whatever names the merged one
 * means the other from now on. Invoices, payments and totals are not touched: they stay as they were issued.
 */
export async function mergeCustomer(
  execution: Execution,
  body: OperationBody<'customer.merge'>,
): Promise<Executed> {
  const { context, tx, scope, at } = execution
  requireRight(context, 'customer.save', scope)
  await lockBoth(execution, body)
  // Another phone may have merged one of them while this one waited for the locks.
  const { id, into } = await lockBoth(execution, body)
  const [merged, kept] = [
    await lockDocument(tx, scope, 'customers', id),
    await lockDocument(tx, scope, 'customers', into),
  ]
  if (merged === undefined || kept === undefined) throw new Refusal('CUSTOMER_NOT_FOUND')
  const alias = { from: body.customerId, to: into }
  // Merged already, by another phone.
  if (id === into) return { change: customerChange(kept), changed: [], alias }
  // Its numbers are free before the other one takes them.
  await deleteDocument(tx, scope, 'customers', id, at)
  const customer = { ...mergeCustomers(kept, merged), rev: kept.rev + 1 }
  await upsertDocuments(tx, scope, 'customers', [customer], at)
  await redirectAliases(tx, scope, { t: 'customer', from: id, to: into })
  await insertAlias(tx, scope, { t: 'customer', from: id, to: into })
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'customer.merge',
    subject: `customer:${into}`,
    detail: { name: kept.name, reason: merged.name },
  })
  return {
    change: customerChange(customer),
    changed: [
      { t: 'customer', id: into },
      { t: 'customer', id, deleted: true },
    ],
    alias,
  }
}
