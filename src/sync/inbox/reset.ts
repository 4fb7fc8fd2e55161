import { deleteInvoices, upsertInvoices } from '#data/invoices.ts'
import { deleteMeta } from '#data/meta.ts'
import { clearFeedPositions } from '#data/quarantine.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import type { Account } from '#session/account.ts'

/**
 * The server cannot continue from our cursor (too old, or the server was restored): everything pulled is fetched
 * again. Drafts, unsent work and numbered invoices stay, the last because a phone may hold a receipt that a restored
 * server has lost; what stays is marked as older than anything the server says.
 */
export async function deletePulledRecords(account: Account): Promise<void> {
  const { db } = account
  await workTransaction(db, async () => {
    const canceledDrafts: string[] = []
    const stays: InvoiceRow[] = []
    await db.invoices.each((row) => {
      const goes = row.pending.kind === 'none' && row.status === 'canceled' && row.receipt === null
      if (goes) canceledDrafts.push(row.id)
      else stays.push({ ...row, rev: 0 })
    })
    await deleteInvoices(db, canceledDrafts)
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
    await deleteMeta(db, 'cursor')
  })
}
