import type { Instant } from '#domain/calendar/east-africa.ts'
import type { AccountDatabase } from './account-database.ts'
import type { AsideRow } from './rows.ts'

/** Keeps what this version cannot read, for the version that can. */
export async function keepAside(db: AccountDatabase, at: Instant, change: unknown): Promise<void> {
  await db.aside.add({ at, change })
}

/** What was kept, oldest first, for a newer version to try again. */
export function listAside(db: AccountDatabase): Promise<AsideRow[]> {
  return db.aside.orderBy('n').toArray()
}
