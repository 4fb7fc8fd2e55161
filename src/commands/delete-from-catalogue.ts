import { findCustomer } from '#data/customers.ts'
import { listIdsOf } from '#data/merged-customers.ts'
import { findProduct } from '#data/products.ts'
import { refreshPending } from '#data/records.ts'
import { isOnInvoices } from '#data/use-of-record.ts'
import { ok } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import { type CommandDeps, type CommandResult, refusedWithCode } from '#sync/outbox/command-result.ts'
import { importsBefore, writeRecord } from './catalogue.ts'
import { mustEnqueue } from './must-enqueue.ts'

/**
 * Deletes a customer for whom there is no invoice. It is gone from the lists at once; the record goes when the server has
 * agreed, and shows again when the server knows an invoice that this phone does not.
 */
export function deleteCustomer(
  account: Account,
  deps: CommandDeps,
  customerId: string,
): Promise<CommandResult<null>> {
  return writeRecord(account, deps, { kind: 'customer', recordId: customerId }, async (place) => {
    const { tx, id, orderingKey } = place
    const row = await findCustomer(tx.db, id)
    if (!row) return refusedWithCode('CUSTOMER_NOT_FOUND')
    for (const named of await listIdsOf(tx.db, row)) {
      if (await isOnInvoices(tx.db, 'month-customer', named)) return refusedWithCode('CUSTOMER_HAS_INVOICES')
    }
    if (await mustEnqueue(tx, 'customer.delete', place.entries)) {
      await tx.enqueue('customer.delete', orderingKey, { customerId: id }, await importsBefore(place, row))
      await refreshPending(tx.db, [orderingKey])
    }
    return ok(null)
  })
}

/** Deletes a product that is on no invoice, in the same way. */
export function deleteProduct(
  account: Account,
  deps: CommandDeps,
  productId: string,
): Promise<CommandResult<null>> {
  return writeRecord(account, deps, { kind: 'product', recordId: productId }, async (place) => {
    const { tx, id, orderingKey } = place
    const row = await findProduct(tx.db, id)
    if (!row) return refusedWithCode('PRODUCT_NOT_FOUND')
    if (await isOnInvoices(tx.db, 'month-product', id)) return refusedWithCode('PRODUCT_HAS_SALES')
    if (await mustEnqueue(tx, 'product.delete', place.entries)) {
      await tx.enqueue('product.delete', orderingKey, { productId: id }, await importsBefore(place, row))
      await refreshPending(tx.db, [orderingKey])
    }
    return ok(null)
  })
}
