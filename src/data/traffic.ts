import { addDays, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { AccountDatabase } from './account-database.ts'
import { guarded } from './guard.ts'
import { type DayTraffic, readMeta, writeMeta } from './meta.ts'
import type { Ports } from './ports.ts'

/** Days of which the figures are kept. */
const KEPT_DAYS = 31

/** Adds to what this account exchanged today, and forgets what is older than a month. */
export function addTraffic(db: AccountDatabase, more: DayTraffic): Promise<void> {
  return guarded(db, () =>
    db.transaction('rw', db.meta, async () => {
      const today = fiscalDayOf(toInstant(db.ports.clock.now()))
      const known = (await readMeta(db, 'traffic')) ?? {}
      const { up, down } = known[today] ?? { up: 0, down: 0 }
      const oldest = addDays(today, -KEPT_DAYS)
      const kept = Object.entries(known).filter(([day]) => day > oldest)
      const sum = { up: up + more.up, down: down + more.down }
      await writeMeta(db, 'traffic', { ...Object.fromEntries(kept), [today]: sum })
    }),
  )
}

/** What follows each other this closely is written at once: a queue of a thousand sales makes twenty calls in a row. */
const TOGETHER_MS = 1_000

/**
 * Counts what an account exchanges with the server. Nobody waits for it: what comes within a second is written
 * together, and a page that dies in between loses the count of its last calls, nothing else.
 */
export function trafficCounter(
  db: AccountDatabase,
  wait: Ports['wait'] = db.ports.wait,
): (more: DayTraffic) => void {
  let waiting: DayTraffic | undefined
  let writing = false
  const write = async () => {
    writing = true
    try {
      await wait(TOGETHER_MS)
      for (let next = waiting; next !== undefined; next = waiting) {
        waiting = undefined
        await addTraffic(db, next)
      }
    } catch {
      // A phone that cannot count its bytes still works.
    } finally {
      writing = false
    }
  }
  return ({ up, down }) => {
    waiting = { up: up + (waiting?.up ?? 0), down: down + (waiting?.down ?? 0) }
    if (!writing) void write()
  }
}
