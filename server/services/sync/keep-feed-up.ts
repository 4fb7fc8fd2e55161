import { addDays, DAY_MS, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { companiesToKeepUp, dropOldAnswers, dropTombstones, markFeed } from '../../storage/feed-pruning.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { Services } from '../context.ts'

/** A phone may be off this long and still be told of every deletion, and of the answer to all it sent. */
const KEPT_DAYS = 400

/** The upkeep of one company's feed on a day: notes where it stands, lets go what is older than any phone may be. */
export async function keepFeedUp(services: Services, scope: CompanyScope): Promise<void> {
  const now = services.clock.now()
  const today = fiscalDayOf(toInstant(now))
  const dropped = await inTransaction(services.db, async (tx) => {
    const tombstones = await dropTombstones(tx, scope, addDays(today, -KEPT_DAYS))
    const answers = await dropOldAnswers(tx, scope, toInstant(now - KEPT_DAYS * DAY_MS))
    await markFeed(tx, scope, today)
    return { tombstones, answers }
  })
  if (dropped.tombstones + dropped.answers > 0) {
    services.log({ event: 'feed-pruned', companyId: scope.companyId, ...dropped })
  }
}

/**
 * The daily upkeep of every company's feed that had none today. Any number of processes may run it. Gives how many
 * companies were kept up.
 */
export async function keepFeedsUp(services: Services): Promise<number> {
  const due = await companiesToKeepUp(services.db, fiscalDayOf(toInstant(services.clock.now())))
  for (const companyId of due) await keepFeedUp(services, { companyId })
  return due.length
}
