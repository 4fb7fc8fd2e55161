import type { FirstStepsDone } from '#domain/setup/first-steps.ts'
import type { AccountDatabase } from './account-database.ts'
import { countInvoices } from './invoices.ts'
import { findMetas } from './meta.ts'

/** Which first steps are done, from what this phone holds, and whether the person put the list away. Live. */
export async function readFirstSteps(
  db: AccountDatabase,
): Promise<{ readonly done: FirstStepsDone; readonly isHidden: boolean }> {
  const [[choices, pin], counts, product, customer] = await Promise.all([
    findMetas(db, ['first-steps', 'pin']),
    countInvoices(db),
    db.run(() => db.products.limit(1).primaryKeys()),
    db.run(() => db.customers.limit(1).primaryKeys()),
  ])
  const { draft: _, ...sold } = counts
  return {
    done: {
      tour: choices?.isToured ?? false,
      product: product.length > 0,
      sale: Object.values(sold).some((count) => count > 0),
      customer: customer.length > 0,
      pin: pin !== undefined,
    },
    isHidden: choices?.isHidden ?? false,
  }
}
