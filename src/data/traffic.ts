import { addDays, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { AccountDatabase } from './account-database.ts'
import { type DayTraffic, findMeta, upsertMeta } from './meta.ts'
import type { Ports } from './ports.ts'

/** How many days of figures are kept. */
const RETENTION_DAYS = 31

/** Adds to what this account exchanged today, and deletes days older than a month. */
export function addTraffic(db: AccountDatabase, added: DayTraffic): Promise<void> {
  return db.transaction('rw', db.meta, async () => {
    const today = fiscalDayOf(toInstant(db.ports.clock.now()))
    const known = (await findMeta(db, 'traffic')) ?? {}
    const { up, down } = known[today] ?? { up: 0, down: 0 }
    const oldest = addDays(today, -RETENTION_DAYS)
    const recent = Object.entries(known).filter(([day]) => day > oldest)
    const sum = { up: up + added.up, down: down + added.down }
    await upsertMeta(db, 'traffic', { ...Object.fromEntries(recent), [today]: sum })
  })
}

/** Additions within this time are written together: a queue of a thousand sales makes twenty calls in a row. */
const FLUSH_INTERVAL_MS = 1_000

/**
 * Counts what an account exchanges with the server. Writing the count is not urgent: additions within a second are
 * written together, and a page that dies in between loses only the count of its last calls.
 */
export function createTrafficCounter(
  db: AccountDatabase,
  wait: Ports['wait'] = db.ports.wait,
): (added: DayTraffic) => void {
  let pendingTraffic: DayTraffic | undefined
  let isWriting = false
  const write = async () => {
    isWriting = true
    try {
      await wait(FLUSH_INTERVAL_MS)
      for (let next = pendingTraffic; next !== undefined; next = pendingTraffic) {
        pendingTraffic = undefined
        await addTraffic(db, next)
      }
    } catch {
      // A phone that cannot count its bytes still works.
    } finally {
      isWriting = false
    }
  }
  return ({ up, down }) => {
    pendingTraffic = { up: up + (pendingTraffic?.up ?? 0), down: down + (pendingTraffic?.down ?? 0) }
    if (!isWriting) void write()
  }
}
