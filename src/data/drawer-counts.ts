import type { DrawerCount } from '#contract/drawer-counts.ts'
import type { Instant } from '#domain/calendar/east-africa.ts'
import type { AccountDatabase } from './account-database.ts'
import { findMeta } from './meta.ts'

const LANES = 'drawer:'
const DONE = 'drawer.count done'

/** The outbox lane of a count of cash. */
export function drawerLane(countId: string): string {
  return `${LANES}${countId}`
}

/** Counts made on this phone whose result it got since a moment of its clock, oldest first. */
export async function listSentCounts(db: AccountDatabase, since: Instant): Promise<DrawerCount[]> {
  const lines = await db.run(() => db.audit.where('subject').startsWith(LANES).toArray())
  const sent = new Set(
    lines.filter(({ action, at }) => action === DONE && at >= since).map(({ subject }) => subject),
  )
  const counts = (await findMeta(db, 'drawer-counts')) ?? []
  return counts.filter(({ id }) => sent.has(drawerLane(id))).reverse()
}
