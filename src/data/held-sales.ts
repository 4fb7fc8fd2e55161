import type { AccountDatabase } from './account-database.ts'
import { bounds, range } from './invoices.ts'
import type { InvoiceRow } from './rows.ts'

/** Drafts with items except one, newest first; `more` when there are others beyond the limit. */
export async function listHeldSales(
  db: AccountDatabase,
  exceptId: string,
  limit: number,
): Promise<{ readonly rows: readonly InvoiceRow[]; readonly more: boolean }> {
  const { lowest, highest } = bounds({})
  const rows = await db.run(() =>
    range(db, 'draft', lowest, highest)
      .reverse()
      .filter(({ id, lines }) => id !== exceptId && lines.length > 0)
      .limit(limit + 1)
      .toArray(),
  )
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}
