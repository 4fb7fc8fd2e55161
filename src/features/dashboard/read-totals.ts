import type { AccountDatabase } from '#data/account-database.ts'
import { dailyTotals, haveDayTotals } from '#data/aggregates.ts'
import { countInvoices } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { createReadsAhead } from '#data/reads-ahead.ts'
import type { FirstRead } from '#data/watch.ts'
import { addDays, type FiscalDay, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'

/** As many weeks as fit a phone of 320 px without scrolling. */
const WEEKS = 15

export type Totals = {
  readonly days: readonly AggregateRow[] | undefined
  readonly counts: Readonly<Record<ShownStatus, number>> | undefined
}

/** The first of the days that the dashboard shows. */
export function firstDayOfTotals(today: FiscalDay): FiscalDay {
  return addDays(today, 1 - 7 * WEEKS)
}

/**
 * Totals of the last weeks, and how many invoices have each status. The totals of days are among the first that a new
 * phone fetches; until they or the invoices are here, they are left out.
 */
export async function readTotals(db: AccountDatabase, today: FiscalDay): Promise<Totals> {
  const [areDaysHere, isFetched, days, counts] = await Promise.all([
    haveDayTotals(db),
    findMeta(db, 'first-pull-done'),
    dailyTotals(db, { from: firstDayOfTotals(today), to: today }),
    countInvoices(db),
  ])
  return { days: areDaysHere ? days : undefined, counts: isFetched ? counts : undefined }
}

const totalsOfDays = createReadsAhead<Totals>()

/** Begins to read the totals up to the day of this phone's clock, for the screen that is about to open. */
export function prepareTotals(db: AccountDatabase): void {
  const today = fiscalDayOf(toInstant(db.ports.clock.now()))
  totalsOfDays.begin(db, () => readTotals(db, today), { asked: today })
}

/** What was read for the screen that opens now; nothing when the server has corrected the day. */
export function preparedTotals(db: AccountDatabase, today: FiscalDay): FirstRead<Totals> | undefined {
  return totalsOfDays.find(db, today)
}
