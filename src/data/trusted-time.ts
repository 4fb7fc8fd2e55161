import { trustedTime } from '#domain/calendar/trusted-clock.ts'
import type { AccountDatabase } from './account-database.ts'
import { readMeta } from './meta.ts'

/** The phone's time put right by what the server said last, in milliseconds. */
export async function readTrustedTime(db: AccountDatabase, phoneMs: number): Promise<number> {
  const contact = await readMeta(db, 'contact')
  return trustedTime(phoneMs, contact?.clock ?? null).ms
}
