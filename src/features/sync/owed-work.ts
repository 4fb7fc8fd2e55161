import type { AccountDatabase } from '#data/account-database.ts'
import { findCustomer } from '#data/customers.ts'
import { findInvoice } from '#data/invoices.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { findProduct } from '#data/products.ts'
import type { InvoiceRow, OutboxEntry } from '#data/rows.ts'

/** One thing this phone owes the server, with what it is about. */
export type OwedWork = {
  readonly entry: OutboxEntry
  /** The invoice it is about, if it is about one. */
  readonly invoice: InvoiceRow | undefined
  /** Name of the customer or product it is about; empty for an invoice. */
  readonly name: string
}

/** Record kind and id of a lane such as `inv:<id>`. */
export function readLane(lane: string): { readonly kind: string; readonly id: string } {
  const at = lane.indexOf(':')
  return { kind: lane.slice(0, at), id: lane.slice(at + 1) }
}

/** What waits and what was refused, oldest first, each with its subject. */
export async function listOwedWork(db: AccountDatabase, limit: number): Promise<OwedWork[]> {
  const entries = await listUnsent(db, limit)
  return Promise.all(
    entries.map(async (entry) => {
      const { kind, id } = readLane(entry.lane)
      if (kind === 'inv' || kind === 'mail') return { entry, invoice: await findInvoice(db, id), name: '' }
      const record = kind === 'cust' ? await findCustomer(db, id) : await findProduct(db, id)
      return { entry, invoice: undefined, name: record?.name ?? '' }
    }),
  )
}
