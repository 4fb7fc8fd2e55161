import type { AccountDatabase } from '#data/account-database.ts'
import type { Account } from '#session/account.ts'
import type { CommandDeps } from './outcome.ts'

/** Lists are shown by last use; nobody waits for that, and a sale is never kept waiting for the mark of the one before. */
const QUIET_MS = 1_000
/** Where sale follows sale, the marks are written this often all the same. */
const LONGEST_MS = 30_000

type Used = { readonly products: readonly string[]; readonly customers: readonly string[] }

type Unnoted = {
  readonly since: number
  /** When each was used last, milliseconds. */
  readonly products: Map<string, number>
  readonly customers: Map<string, number>
  rest: AbortController
}

const unnoted = new WeakMap<AccountDatabase, Unnoted>()

/**
 * Notes that customers and products were used now, once a second has passed without another sale. A page that dies
 * before loses the mark, nothing else.
 */
export async function noteUse(
  { db }: Pick<Account, 'db'>,
  { ports }: CommandDeps,
  used: Used,
  now: number,
): Promise<void> {
  const rest = new AbortController()
  const waiting: Unnoted = unnoted.get(db) ?? { since: now, products: new Map(), customers: new Map(), rest }
  for (const id of used.products) waiting.products.set(id, now)
  for (const id of used.customers) waiting.customers.set(id, now)
  if (waiting.rest !== rest) waiting.rest.abort()
  waiting.rest = rest
  unnoted.set(db, waiting)
  await ports.wait(now - waiting.since < LONGEST_MS ? QUIET_MS : 0, rest.signal)
  if (rest.signal.aborted) return
  unnoted.delete(db)
  await db.transaction('rw', [db.products, db.customers], async () => {
    const products = await db.products.bulkGet([...waiting.products.keys()])
    const customers = await db.customers.bulkGet([...waiting.customers.keys()])
    await db.products.bulkPut(products.flatMap((row) => marked(row, waiting.products)))
    await db.customers.bulkPut(customers.flatMap((row) => marked(row, waiting.customers)))
  })
}

function marked<Row extends { readonly id: string; readonly usedAt?: number | undefined }>(
  row: Row | undefined,
  at: ReadonlyMap<string, number>,
): Row[] {
  const usedAt = row && at.get(row.id)
  return row && usedAt !== undefined ? [{ ...row, usedAt }] : []
}
