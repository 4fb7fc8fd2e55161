import { addDays, DAY_MS, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import {
  deleteOldOperations,
  deleteTombstones,
  insertFeedMark,
  listCompaniesToMaintain,
} from '../../storage/sync/feed-pruning.ts'
import type { Services } from '../context.ts'

/** A phone may be off this long and still get every deletion and the answer to everything it sent. */
const RETENTION_DAYS = 400

/**
 * The daily maintenance of one company's feed: stores its position and deletes what is older than any phone's
 * cursor.
 */
export async function maintainFeed(services: Services, scope: CompanyScope): Promise<void> {
  const now = services.clock.now()
  const today = fiscalDayOf(toInstant(now))
  const deleted = await inTransaction(services.db, async (tx) => {
    const tombstones = await deleteTombstones(tx, scope, addDays(today, -RETENTION_DAYS))
    const answers = await deleteOldOperations(tx, scope, toInstant(now - RETENTION_DAYS * DAY_MS))
    await insertFeedMark(tx, scope, today)
    return { tombstones, answers }
  })
  if (deleted.tombstones + deleted.answers > 0) {
    services.log({ event: 'feed-pruned', companyId: scope.companyId, ...deleted })
  }
}

/**
 * The daily upkeep of every company's feed that had none today. Any number of processes may run it. Returns how many
 * companies were kept up.
 */
export async function maintainFeeds(services: Services): Promise<number> {
  const due = await listCompaniesToMaintain(services.db, fiscalDayOf(toInstant(services.clock.now())))
  for (const companyId of due) await maintainFeed(services, { companyId })
  return due.length
}
