import type { AccountDatabase } from '#data/account-database.ts'
import { dailyTotals } from '#data/aggregates.ts'
import { bounds } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { INVOICE_STATUSES } from '#domain/invoices/invoice.ts'
import type { ListFilter } from './list-search-params.ts'
import { RETENTION_DAYS } from './use-older-on-server.ts'

/**
 * Why a file of a list would not have all of it: this phone is still fetching, or the older invoices are on the server
 * only. `undefined` when everything is here.
 */
export async function findMissing(
  db: AccountDatabase,
  { shown, period }: ListFilter,
  today: FiscalDay,
): Promise<'fetching' | 'older' | undefined> {
  if (!(await findMeta(db, 'first-pull-done'))) return 'fetching'
  // Drafts and what this phone has not sent are never old.
  if (shown === 'draft' || !INVOICE_STATUSES.some((status) => (shown ?? status) === status)) return undefined
  const lastGone = addDays(today, -RETENTION_DAYS - 1)
  const to = period.to !== undefined && period.to < lastGone ? period.to : lastGone
  const { lowest, highest } = bounds({ from: period.from, to })
  if (lowest >= highest) return undefined
  // The totals of all days are here, also of those whose invoices are not.
  const totals = await dailyTotals(db, { from: period.from ?? '', to })
  const sold = totals.reduce((sum, { figures }) => sum + figures.count, 0)
  const here = await db.run(() =>
    db.invoices
      .where('orderKey')
      .between(lowest, highest, true, false)
      .filter(({ status }) => status !== 'draft')
      .count(),
  )
  return sold > here ? 'older' : undefined
}
