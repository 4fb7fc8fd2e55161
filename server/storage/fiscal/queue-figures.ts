import { sql } from 'kysely'
import type { Instant } from '#domain/calendar/east-africa.ts'
import { parseInteger } from '../row-values.ts'
import type { Db } from '../schema.ts'
import { OPEN_STATES } from './open-states.ts'

/** What waits in one state, over all companies. */
export type QueueFigure = {
  readonly state: string
  readonly waiting: number
  /** How long the oldest waits. */
  readonly oldestSeconds: number
}

/** Figures of what the authority has not got yet: every state of open receipts, and reports of days. */
export async function readQueueFigures(
  db: Db,
  now: Instant,
): Promise<{ readonly receipts: QueueFigure[]; readonly zReports: QueueFigure[] }> {
  const receipts = await sql<QueueRow>`
    select delivery as state, count(*) as waiting,
      extract(epoch from ${now}::timestamptz - min(issued_at)) as oldest
    from receipts where delivery = any(${[...OPEN_STATES]}) group by delivery
  `.execute(db)
  const zReports = await sql<QueueRow>`
    select delivery as state, count(*) as waiting,
      extract(epoch from ${now}::timestamptz - min(day::date + 1)::timestamp at time zone 'Africa/Dar_es_Salaam') as oldest
    from z_reports where delivery in ('waiting', 'unknown', 'refused') group by delivery
  `.execute(db)
  return {
    receipts: withEmpty(OPEN_STATES, receipts.rows),
    zReports: withEmpty(['waiting', 'unknown', 'refused'], zReports.rows),
  }
}

type QueueRow = { readonly state: string; readonly waiting: string; readonly oldest: string }

/** A state in which nothing waits is said to be empty. */
function withEmpty(states: readonly string[], rows: readonly QueueRow[]): QueueFigure[] {
  return states.map((state) => {
    const row = rows.find((found) => found.state === state)
    return {
      state,
      waiting: row ? parseInteger(row.waiting) : 0,
      oldestSeconds: row ? Math.max(0, Number(row.oldest)) : 0,
    }
  })
}

/** How many device identities have their numbering held. */
export async function countNumberingHolds(db: Db): Promise<number> {
  const { rows } = await sql<{ held: string }>`
    select count(*) as held from numbering_holds where released_at is null
  `.execute(db)
  return parseInteger(rows[0]?.held ?? '0')
}
