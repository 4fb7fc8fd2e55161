import { deleteInvoices, upsertInvoices } from '#data/invoices.ts'
import { deleteMeta } from '#data/meta.ts'
import { clearFeedPositions } from '#data/quarantine.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import type { Account } from '#session/account.ts'

/**
 * The server cannot continue from our cursor (too old, or the server was restored): everything pulled is fetched
 * again. Drafts, unsent work and numbered invoices stay, the last because a phone may hold a receipt that a restored
 * server has lost; what stays is marked as older than anything the server says. With `own-sales` the person has lost the
 * right to see all sales (or never had it): invoices of other operators go too, with the Z reports that were opened.
 * Only one with unsent work of this person stays until the server has answered.
 */
export async function deletePulledRecords(account: Account, kept: 'all-sales' | 'own-sales'): Promise<void> {
  const { db } = account
  await workTransaction(db, async () => {
    const deleted: string[] = []
    const stays: InvoiceRow[] = []
    await db.invoices.each((row) => {
      const isCanceledDraft = row.status === 'canceled' && row.receipt === null
      const isForeign = kept === 'own-sales' && row.operatorId !== account.userId
      if (row.pending.kind === 'none' && (isCanceledDraft || isForeign)) deleted.push(row.id)
      else stays.push({ ...row, rev: 0 })
    })
    await deleteInvoices(db, deleted)
    await upsertInvoices(db, stays)
    for (const table of [db.customers, db.products, db.vendors, db.categories, db.expenses]) {
      await table.filter((row) => row.pending.kind === 'none').delete()
      await table.toCollection().modify({ rev: 0 })
    }
    await db.collections.filter((row) => row.pending.kind === 'none').delete()
    await db.collections.toCollection().modify({ rev: 0 })
    await db.aggregates.clear()
    await db.shadows.clear()
    await clearFeedPositions(db)
    if (kept === 'own-sales') await deleteMeta(db, 'z-reports')
    // As after a first login: a level or a sum that is not here yet is none.
    for (const key of ['cursor', 'first-pull-done', 'day-totals'] as const) await deleteMeta(db, key)
  })
}
