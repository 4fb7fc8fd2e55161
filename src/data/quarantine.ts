import type { AccountDatabase } from './account-database.ts'
import type { QuarantinedRow } from './rows.ts'

/** The record of a change; `undefined` for one that does not name it. */
function changeKey({ change }: QuarantinedRow): string | undefined {
  if (typeof change !== 'object' || change === null || !('t' in change) || !('id' in change)) return undefined
  return JSON.stringify([change.t, change.id])
}

/**
 * Stores changes that this version cannot read, for the version that can: the last one of each record. Call inside a
 * transaction.
 */
export async function upsertQuarantined(db: AccountDatabase, rows: readonly QuarantinedRow[]): Promise<void> {
  if (rows.length === 0) return
  const idsByKey = new Map((await db.aside.toArray()).map((row) => [changeKey(row), row.n] as const))
  const keyed = new Map<string, QuarantinedRow>()
  const keyless: QuarantinedRow[] = []
  for (const row of rows) {
    const key = changeKey(row)
    if (key === undefined) {
      keyless.push(row)
      continue
    }
    const n = idsByKey.get(key)
    keyed.set(key, n === undefined ? row : { ...row, n })
  }
  await db.aside.bulkPut([...keyed.values(), ...keyless])
}

/** Quarantined rows came from a feed that no longer exists: their position in it says nothing about the next feed. */
export async function clearFeedPositions(db: AccountDatabase): Promise<void> {
  await db.aside.toCollection().modify((row) => {
    Reflect.deleteProperty(row, 'came')
  })
}
