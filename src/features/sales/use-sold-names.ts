import { useLiveQuery } from 'dexie-react-hooks'
import { useAppContext } from '#app-context/app-context.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'

/** Enough of the newest invoices to know who sells here. */
const NEWEST = 300

/** Names of products, customers and operators by id, and the category of each product; absent for what was deleted. */
export type SoldNames = {
  readonly names: ReadonlyMap<string, string>
  readonly categoryOf: (productId: string) => string
}

async function readNames(db: AccountDatabase, rows: readonly AggregateRow[]): Promise<SoldNames> {
  const idsOf = (kind: AggregateRow['kind']) => [
    ...new Set(rows.flatMap((row) => (row.kind === kind && row.key !== '' ? row.key : []))),
  ]
  const [products, customers, newest] = await Promise.all([
    db.run(() => db.products.bulkGet(idsOf('month-product'))),
    db.run(() => db.customers.bulkGet(idsOf('month-customer'))),
    db.run(() => db.invoices.orderBy('orderKey').reverse().limit(NEWEST).toArray()),
  ])
  const named = [...products, ...customers].flatMap((row) => (row ? [[row.id, row.name] as const] : []))
  const categories = new Map(products.flatMap((row) => (row ? [[row.id, row.category ?? ''] as const] : [])))
  return {
    names: new Map([...newest.map((row) => [row.operatorId, row.operatorName] as const), ...named]),
    categoryOf: (id) => categories.get(id) ?? '',
  }
}

/** The names of what rows count; `undefined` until the names of these rows are read. */
export function useSoldNames(rows: readonly AggregateRow[] | undefined): SoldNames | undefined {
  const { db } = useAppContext()
  const read = useLiveQuery(
    async () => (rows ? { rows, names: await readNames(db, rows) } : undefined),
    [db, rows],
  )
  return read && read.rows === rows ? read.names : undefined
}
