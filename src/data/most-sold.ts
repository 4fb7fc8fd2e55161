import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import type { AccountDatabase } from './account-database.ts'
import type { ProductRow } from './rows.ts'

/** Active products on the most lines of this month and the month before, as the server has counted, most first. */
export async function listSoldMost(
  db: AccountDatabase,
  today: FiscalDay,
  limit: number,
): Promise<ProductRow[]> {
  const month = today.slice(0, 7)
  const before = addDays(today, -31).slice(0, 7)
  const totals = await db.run(() =>
    db.aggregates
      .where('[kind+period]')
      .between(['month-product', before], ['month-product', month], true, true)
      .toArray(),
  )
  const lines = new Map<string, number>()
  for (const { key, count } of totals) lines.set(key, (lines.get(key) ?? 0) + count)
  lines.delete('')
  const ids = [...lines].sort(([, one], [, other]) => other - one).slice(0, limit * 2)
  const rows = await db.run(() => db.products.bulkGet(ids.map(([id]) => id)))
  return rows.flatMap((row) => (row?.active ? [row] : [])).slice(0, limit)
}
