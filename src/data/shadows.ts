import type { AccountDatabase } from './account-database.ts'
import type { ShadowRow } from './rows.ts'

export function shadowKey(t: string, id: string): string {
  return `${t}:${id}`
}

export function findShadow(db: AccountDatabase, t: string, id: string): Promise<ShadowRow | undefined> {
  return db.shadows.get(shadowKey(t, id))
}

type Named = { readonly t: string; readonly id: string }

/** What is held back of several records, in their order. */
export async function findShadows(
  db: AccountDatabase,
  records: readonly Named[],
): Promise<(ShadowRow | undefined)[]> {
  // Nothing is held back on most days: one look instead of one for each.
  if (records.length > 1 && (await db.shadows.count()) === 0) return records.map(() => undefined)
  return db.shadows.bulkGet(records.map(({ t, id }) => shadowKey(t, id)))
}

export async function dropShadows(db: AccountDatabase, records: readonly Named[]): Promise<void> {
  if (records.length > 0) await db.shadows.bulkDelete(records.map(({ t, id }) => shadowKey(t, id)))
}

/** Keeps the newest server record of those that had to wait. */
export async function holdShadow(db: AccountDatabase, shadow: Omit<ShadowRow, 'key'>): Promise<void> {
  const known = await findShadow(db, shadow.t, shadow.id)
  if (known && known.rev >= shadow.rev) return
  await db.shadows.put({ ...shadow, key: shadowKey(shadow.t, shadow.id) })
}

export async function dropShadow(db: AccountDatabase, t: string, id: string): Promise<void> {
  await db.shadows.delete(shadowKey(t, id))
}
