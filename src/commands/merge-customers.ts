import { findCustomer } from '#data/customers.ts'
import { insertMerge } from '#data/merged-customers.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { isUnsent, orderingKeyOf } from '#data/outbox-entry.ts'
import { refreshPending, resolveId } from '#data/records.ts'
import { ok } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import { type CommandDeps, type CommandResult, refusedWithCode } from '#sync/outbox/command-result.ts'
import { importsBefore, writeRecord } from './catalogue.ts'
import { mustEnqueue } from './must-enqueue.ts'

type Input = {
  /** Gone from the lists at once; its invoices and its balance are those of the other one. */
  readonly customerId: string
  readonly intoId: string
}

/**
 * Merges a customer into another one, for two records of one person. Receipts stay as they were issued. When the server
 * refuses it, both are there as before.
 */
export function mergeCustomer(
  account: Account,
  deps: CommandDeps,
  { customerId, intoId }: Input,
): Promise<CommandResult<null>> {
  return writeRecord(account, deps, { kind: 'customer', recordId: customerId }, async (place) => {
    const { tx, id, orderingKey, entries } = place
    const into = await resolveId(tx.db, intoId)
    const [row, kept] = [await findCustomer(tx.db, id), await findCustomer(tx.db, into)]
    if (!row || !kept || id === into) return refusedWithCode('CUSTOMER_NOT_FOUND')
    // A second tap adds nothing.
    if (!(await mustEnqueue(tx, 'customer.merge', entries))) return ok(null)
    const ofKept = await listByOrderingKey(tx.db, orderingKeyOf('customer', into))
    // What is written about the other one must be on the server first, its being deleted or merged too.
    const before = [
      ...(await importsBefore(place, row)),
      ...(await importsBefore({ tx, entries: ofKept }, kept)),
      ...ofKept.filter(isUnsent).map((entry) => entry.opId),
    ]
    await tx.enqueue('customer.merge', orderingKey, { customerId: id, intoId: into }, [...new Set(before)])
    await refreshPending(tx.db, [orderingKey])
    await insertMerge(tx.db, id, into)
    return ok(null)
  })
}
