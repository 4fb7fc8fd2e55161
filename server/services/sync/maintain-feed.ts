import { addDays, DAY_MS, type FiscalDay, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import {
  deleteOldFeedMarks,
  deleteOldOperations,
  deleteTombstones,
  insertFeedMarks,
  listCompaniesToMaintain,
  listCompaniesWithOldTombstones,
} from '../../storage/sync/feed-pruning.ts'
import type { Services } from '../context.ts'

/** A phone may be off this long and still get every deletion and the answer to everything it sent. */
const RETENTION_DAYS = 400
/** A tombstone may stay some days longer: older positions are kept for one day of each week. */
const DAILY_MARKS_DAYS = 31
/** Companies whose feeds are kept up by the same statements. */
const BATCH = 1_000

/** The daily maintenance of some feeds: deletes what is older than any phone's cursor, then stores their position. */
async function maintainBatch(
  services: Services,
  companyIds: readonly string[],
  today: FiscalDay,
): Promise<void> {
  const { db, clock, log } = services
  const olderThan = addDays(today, -RETENTION_DAYS)
  let tombstones = 0
  for (const companyId of await listCompaniesWithOldTombstones(db, companyIds, olderThan)) {
    tombstones += await inTransaction(db, async (tx) => await deleteTombstones(tx, { companyId }, olderThan))
  }
  const answers = await deleteOldOperations(db, companyIds, toInstant(clock.now() - RETENTION_DAYS * DAY_MS))
  await deleteOldFeedMarks(db, companyIds, {
    all: olderThan,
    butFirstOfWeek: addDays(today, -DAILY_MARKS_DAYS),
  })
  await insertFeedMarks(db, companyIds, today)
  if (tombstones + answers > 0) log({ event: 'feeds-pruned', tombstones, answers })
}

/**
 * The daily upkeep of every company's feed that had none today, many companies at once. Any number of processes may run
 * it, and each may end it between two batches. Returns how many companies were kept up.
 */
export async function maintainFeeds(
  services: Services,
  shouldContinue: () => boolean = () => true,
): Promise<number> {
  const today = fiscalDayOf(toInstant(services.clock.now()))
  let maintained = 0
  for (let last: string | undefined; ; ) {
    const due = await listCompaniesToMaintain(services.db, today, last, BATCH)
    if (due.length === 0 || !shouldContinue()) return maintained
    await maintainBatch(services, due, today)
    maintained += due.length
    last = due.at(-1)
  }
}
