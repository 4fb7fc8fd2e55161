import type { AccountDatabase } from '#data/account-database.ts'
import type { Account } from '#session/account.ts'
import type { CommandDeps } from '#sync/outbox/command-result.ts'

/** Lists are sorted by last use. Marking a use is not urgent, and must not delay the next sale. */
const QUIET_MS = 1_000
/** During sale after sale the marks are still written this often. */
const LONGEST_MS = 30_000

type Used = { readonly products: readonly string[]; readonly customers: readonly string[] }

type PendingUse = {
  readonly since: number
  /** When each was used last, milliseconds. */
  readonly products: Map<string, number>
  readonly customers: Map<string, number>
  quiet: AbortController
}

const pendingUseOf = new WeakMap<AccountDatabase, PendingUse>()

/**
 * Records that customers and products were used now, once a second has passed without another sale. A page that is
 * closed before loses only the mark.
 */
export async function updateLastUse(
  { db }: Pick<Account, 'db'>,
  { ports }: CommandDeps,
  used: Used,
  now: number,
): Promise<void> {
  const quiet = new AbortController()
  const pending: PendingUse = pendingUseOf.get(db) ?? {
    since: now,
    products: new Map(),
    customers: new Map(),
    quiet,
  }
  for (const id of used.products) pending.products.set(id, now)
  for (const id of used.customers) pending.customers.set(id, now)
  if (pending.quiet !== quiet) pending.quiet.abort()
  pending.quiet = quiet
  pendingUseOf.set(db, pending)
  await ports.wait(now - pending.since < LONGEST_MS ? QUIET_MS : 0, quiet.signal)
  if (quiet.signal.aborted) return
  pendingUseOf.delete(db)
  await db.transaction('rw', [db.products, db.customers], async () => {
    const products = await db.products.bulkGet([...pending.products.keys()])
    const customers = await db.customers.bulkGet([...pending.customers.keys()])
    await db.products.bulkPut(products.flatMap((row) => withUsedAt(row, pending.products)))
    await db.customers.bulkPut(customers.flatMap((row) => withUsedAt(row, pending.customers)))
  })
}

function withUsedAt<Row extends { readonly id: string; readonly usedAt?: number | undefined }>(
  row: Row | undefined,
  at: ReadonlyMap<string, number>,
): Row[] {
  const usedAt = row && at.get(row.id)
  return row && usedAt !== undefined ? [{ ...row, usedAt }] : []
}
