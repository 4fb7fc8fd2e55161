import type { AccountDatabase } from './account-database.ts'

/** Highest character of a key: all keys of a kind are below it. */
const HIGHEST = '\uffff'

/**
 * Whether invoices are about a customer or a product: in the kept totals, in what this phone sold since, or in a
 * draft. Call inside a work transaction.
 */
export async function isOnInvoices(
  db: AccountDatabase,
  kind: 'month-customer' | 'month-product',
  id: string,
): Promise<boolean> {
  const [counted, overlays, drafts] = await Promise.all([
    db.aggregates
      .where('[kind+period]')
      .between([kind, ''], [kind, HIGHEST])
      .filter(({ key }) => key === id)
      .first(),
    db.overlays.toArray(),
    db.invoices.where('[shown+orderKey]').between(['draft', ''], ['draft', HIGHEST]).toArray(),
  ])
  return (
    counted !== undefined ||
    overlays.some(({ rows }) => rows.some((row) => row.kind === kind && row.key === id)) ||
    drafts.some(
      ({ customer, lines }) => customer.customerId === id || lines.some(({ productId }) => productId === id),
    )
  )
}
