import { addDays, parseFiscalDay, startOfDay } from '#domain/calendar/east-africa.ts'
import { presetRange } from '#domain/calendar/period-presets.ts'
import { groupBy } from '#domain/group-by.ts'
import type { AggregateRow } from '#domain/reports/aggregate.ts'
import type { AccountDatabase } from './account-database.ts'
import type { InvoiceRow } from './rows.ts'
import { LATEST_NUMBER_DAYS } from './sold-invoices.ts'

/** Invoices read at a time; the newest of them name those who sell now. */
const BATCH = 300

/** The newest invoices below an order key, down to another one. */
function newestBelow(db: AccountDatabase, from: string, below: string): Promise<InvoiceRow[]> {
  return db.run(() =>
    db.invoices.where('orderKey').between(from, below, true, false).reverse().limit(BATCH).toArray(),
  )
}

/** Of each operator the name on the newest invoice stays: people change their names. */
function addNames(names: Map<string, string>, invoices: readonly InvoiceRow[]): void {
  for (const { operatorId, operatorName } of invoices) {
    if (operatorName !== '' && !names.has(operatorId)) names.set(operatorId, operatorName)
  }
}

/** The order keys between which the invoices of a month (`2026-11`) are: a sale made offline counts later. */
function keysOfMonth(month: string): { readonly from: string; readonly below: string } {
  const first = parseFiscalDay(`${month}-01`)
  if (first === undefined) throw new RangeError(`no month: ${month}`)
  const { to } = presetRange('this-month', first)
  return { from: startOfDay(addDays(first, -LATEST_NUMBER_DAYS)), below: startOfDay(addDays(to, 2)) }
}

/**
 * Names of the operators that rows of stored totals count, by id: from the newest invoices, and of those who are not
 * among them from the invoices of the months in which they sold. Absent only when this phone has no invoice of theirs.
 */
export async function readOperatorNames(
  db: AccountDatabase,
  rows: readonly AggregateRow[],
  isStopped: () => boolean,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  addNames(names, await newestBelow(db, '', '\uffff'))
  const sold = rows.filter(({ kind, key }) => kind === 'month-operator' && key !== '')
  const months = [...groupBy(sold, ({ period }) => period)].sort(([a], [b]) => (a < b ? 1 : -1))
  for (const [month, ofMonth] of months) {
    const { from, below } = keysOfMonth(month)
    let upper: string | undefined = below
    while (upper !== undefined && ofMonth.some(({ key }) => !names.has(key))) {
      if (isStopped()) return names
      const invoices = await newestBelow(db, from, upper)
      addNames(names, invoices)
      upper = invoices.length < BATCH ? undefined : invoices.at(-1)?.orderKey
    }
  }
  return names
}
