import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { InvoiceEvent } from '#domain/invoices/transition.ts'
import { transition } from '#domain/invoices/transition.ts'
import type { ChangedRecord } from '../../storage/changes.ts'
import { type DeliveryChange, keepDelivery } from '../../storage/delivery-queue.ts'
import type { FiscalIdentity } from '../../storage/fiscal-identities.ts'
import { lockInvoices, saveInvoices } from '../../storage/invoices.ts'
import type { StoredReceipt } from '../../storage/receipts.ts'
import type { Database } from '../../storage/schema.ts'

/** What became of receipts: for the queue, and for the invoices people see. */
export type DeliveryNews = {
  readonly receipts: readonly StoredReceipt[]
  readonly change: DeliveryChange
  readonly event: InvoiceEvent
}

function moved(invoice: Invoice, event: InvoiceEvent): Invoice | undefined {
  const after = transition(invoice, event)
  if (after.kind === 'refused') throw new Error(`invoice ${invoice.id}: ${after.code}`)
  return isDeepStrictEqual(after.invoice, invoice) ? undefined : { ...after.invoice, rev: invoice.rev + 1 }
}

/**
 * Writes what became of receipts to the queue and to their invoices, and gives the invoices that changed, for the
 * feed. The caller holds the identity's lock.
 */
export async function applyNews(
  tx: Transaction<Database>,
  identity: Pick<FiscalIdentity, 'id' | 'companyId'>,
  news: DeliveryNews,
  at: string,
): Promise<ChangedRecord[]> {
  const scope = { companyId: identity.companyId }
  await keepDelivery(
    tx,
    identity.id,
    news.receipts.map((receipt) => receipt.gc),
    news.change,
  )
  const invoices = await lockInvoices(
    tx,
    scope,
    news.receipts.map((receipt) => receipt.invoiceId),
  )
  const changed = invoices.flatMap((invoice) => moved(invoice, news.event) ?? [])
  if (changed.length > 0) await saveInvoices(tx, scope, changed, at)
  return changed.map((invoice) => ({ t: 'invoice', id: invoice.id }))
}
