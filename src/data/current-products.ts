import type { AccountDatabase } from './account-database.ts'
import { findMeta } from './meta.ts'
import type { ProductRow } from './rows.ts'

/** Products as they are now, also those that the server stores under another id; `undefined` for one that is gone. */
export async function findCurrentProducts(
  db: AccountDatabase,
  ids: readonly string[],
): Promise<(ProductRow | undefined)[]> {
  const aliases = (await findMeta(db, 'aliases')) ?? {}
  return db.run(() => db.products.bulkGet(ids.map((id) => aliases[id] ?? id)))
}
