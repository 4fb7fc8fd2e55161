import type { Instant } from '#domain/calendar/east-africa.ts'
import type { AccountDatabase } from './account-database.ts'

/** Keeps what this version cannot read, for the version that can. */
export async function keepAside(db: AccountDatabase, at: Instant, change: unknown): Promise<void> {
  await db.aside.add({ at, change })
}
