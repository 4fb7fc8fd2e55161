import { type Instant, instantMs, toInstant } from '#domain/calendar/east-africa.ts'
import { deleteEnded, type EndingTable } from '../../storage/retention/ended.ts'
import {
  countRest,
  dropPartitions,
  MONTHLY_TABLES,
  type MonthlyTable,
  makePartitions,
  readDatabaseClock,
} from '../../storage/retention/partitions.ts'
import type { Db } from '../../storage/schema.ts'
import { isServerFault } from '../../storage/sql-errors.ts'
import type { Services } from '../context.ts'
import { KEPT_AFTER_END_MS, YEARS_KEPT } from './retention.ts'

/** Partitions are there this long before their month: two months of failing jobs are noticed in time. */
const AHEAD_MS = 93 * 24 * 3_600_000
/** Rows deleted by one statement. */
const BATCH = 5_000

/** From when on a table keeps its months: the start of the year that is so many whole years ago. */
export function keptFrom(table: MonthlyTable, now: Instant): Instant {
  return toInstant(Date.UTC(new Date(instantMs(now)).getUTCFullYear() - YEARS_KEPT[table], 0, 1))
}

async function keepMonths(services: Services, table: MonthlyTable, databaseNow: Instant): Promise<void> {
  const { db, clock, log } = services
  const ownNow = toInstant(clock.now())
  // A clock that is years ahead, of either machine, must not delete what the law asks for.
  const now = ownNow < databaseNow ? ownNow : databaseNow
  const made = await makePartitions(db, table, toInstant(clock.now() + AHEAD_MS))
  const dropped = await dropPartitions(db, table, keptFrom(table, now))
  if (made.length + dropped.length > 0) log({ event: 'months-kept', table, made, dropped })
  const rows = await countRest(db, table)
  if (rows > 0) log({ event: 'rows-without-month', table, rows, alert: true })
}

async function pruneEnded(
  services: Services,
  table: EndingTable,
  shouldContinue: () => boolean,
): Promise<number> {
  const { db, clock } = services
  const before = toInstant(clock.now() - KEPT_AFTER_END_MS[table])
  for (let gone = 0; ; ) {
    const deleted = await deleteEnded(db, table, before, BATCH)
    gone += deleted
    if (deleted < BATCH || !shouldContinue()) return gone
  }
}

/**
 * Makes the months of the logs ahead, drops those that the law no longer asks for, and deletes what has ended long ago. Any
 * number of processes may run it. A month is dropped when it is over by the clock of this process and that of the database.
 * A table that cannot be kept is logged, and keeps no other from being kept.
 */
export async function keepRetention(
  services: Services,
  shouldContinue: () => boolean = () => true,
  databaseClock: (db: Db) => Promise<Instant> = readDatabaseClock,
): Promise<void> {
  const databaseNow = await databaseClock(services.db)
  const keep = async (table: MonthlyTable | EndingTable, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (isServerFault(error)) throw error
      services.log({ event: 'retention-failed', table, error, alert: true })
    }
  }
  for (const table of MONTHLY_TABLES)
    await keep(table, async () => await keepMonths(services, table, databaseNow))
  const gone: Record<string, number> = {}
  for (const table of Object.keys(KEPT_AFTER_END_MS) as EndingTable[]) {
    await keep(table, async () => {
      gone[table] = await pruneEnded(services, table, shouldContinue)
    })
  }
  if (Object.values(gone).some((rows) => rows > 0)) services.log({ event: 'ended-pruned', ...gone })
}
