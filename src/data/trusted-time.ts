import { trustedTime } from '#domain/calendar/trusted-clock.ts'
import type { AccountDatabase } from './account-database.ts'
import { findMeta } from './meta.ts'

/** The phone's time corrected by the server's last answer, in milliseconds. */
export async function getTrustedTime(db: AccountDatabase, phoneMs: number): Promise<number> {
  const contact = await findMeta(db, 'contact')
  return trustedTime(phoneMs, contact?.clock ?? null).ms
}
