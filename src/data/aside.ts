import type { AccountDatabase } from './account-database.ts'
import type { AsideRow } from './rows.ts'

/** What a change is about; `undefined` for one that does not even say that. */
function nameOf({ change }: AsideRow): string | undefined {
  if (typeof change !== 'object' || change === null || !('t' in change) || !('id' in change)) return undefined
  return JSON.stringify([change.t, change.id])
}

/**
 * Keeps what this version cannot read, for the version that can: of each record what came last. Call inside a
 * transaction.
 */
export async function keepAside(db: AccountDatabase, rows: readonly AsideRow[]): Promise<void> {
  if (rows.length === 0) return
  const numbers = new Map((await db.aside.toArray()).map((row) => [nameOf(row), row.n] as const))
  const named = new Map<string, AsideRow>()
  const nameless: AsideRow[] = []
  for (const row of rows) {
    const name = nameOf(row)
    if (name === undefined) {
      nameless.push(row)
      continue
    }
    const n = numbers.get(name)
    named.set(name, n === undefined ? row : { ...row, n })
  }
  await db.aside.bulkPut([...named.values(), ...nameless])
}

/** What was kept aside came from a feed that is no more: where in it says nothing about the next one. */
export async function forgetPlaces(db: AccountDatabase): Promise<void> {
  await db.aside.toCollection().modify((row) => {
    Reflect.deleteProperty(row, 'came')
  })
}
