import type { ShownStatus } from '#domain/invoices/shown-status.ts'
import type { AccountDatabase } from './account-database.ts'
import { bounds, countInvoices, type Period, range } from './invoices.ts'
import type { InvoiceRow } from './rows.ts'

export type InvoicesWanted = { readonly shown?: ShownStatus | undefined; readonly period: Period }

function rangeOf(db: AccountDatabase, { shown, period }: InvoicesWanted) {
  const { lowest, highest } = bounds(period)
  return range(db, shown ?? null, lowest, highest)
}

/** Whether a list has more invoices than `count`: by the stored counters, or by one key of the index where days are chosen. */
export async function hasMoreInvoices(
  db: AccountDatabase,
  wanted: InvoicesWanted,
  count: number,
): Promise<boolean> {
  const { shown, period } = wanted
  if (period.from === undefined && period.to === undefined) {
    const counts = await countInvoices(db)
    return (shown ? counts[shown] : Object.values(counts).reduce((sum, one) => sum + one, 0)) > count
  }
  const beyond = await db.run(() => rangeOf(db, wanted).offset(count).limit(1).primaryKeys())
  return beyond.length > 0
}

/** The first invoices of a list, from its newest or its oldest sale on. */
export function listFirstInvoices(
  db: AccountDatabase,
  wanted: InvoicesWanted,
  limit: number,
  oldestFirst: boolean,
): Promise<InvoiceRow[]> {
  return db.run(() => {
    const list = rangeOf(db, wanted)
    return (oldestFirst ? list : list.reverse()).limit(limit).toArray()
  })
}
