import { Dexie } from 'dexie'
import { AccountDatabase } from '#data/account-database.ts'
import { indexOlderInvoices } from '#data/index-older-invoices.ts'
import { createPorts } from '#data/ports.ts'
import { calibrationLoop } from '../bench.ts'
import { makeInvoice } from './make-records.ts'

/** A phone as the app before search keys left it, opened by the app of today. On `window.oldPhone`. */

const NAME = 'efd_bench-old-phone'
const BATCH = 2_000

/** The tables of the first version of the database; later ones only add. */
const FIRST_STORES = {
  invoices: 'id, orderKey, [shown+orderKey], customerKey, receiptNumber',
  customers: 'id, nameKey, *keys, usedAt',
  products: 'id, nameKey, *keys, usedAt',
  aggregates: 'id, [kind+period]',
  overlays: 'opId',
  outbox: '++seq, &opId, [state+seq], lane, *dependsOn',
  shadows: 'key',
  audit: '++n, subject',
  aside: '++n',
  meta: 'key',
}

const ports = createPorts({
  now: () => Date.now(),
  fill: (bytes) => {
    crypto.getRandomValues(bytes)
  },
})

let db: AccountDatabase | undefined

const oldPhone = {
  loop: calibrationLoop,
  async seed(from: number, to: number, count: number): Promise<void> {
    const old = new Dexie(NAME)
    old.version(1).stores(FIRST_STORES)
    await old.open()
    for (let start = from; start < to; start += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, to - start) }, (_, index) => {
        const row = makeInvoice(start + index, count, 'a-company')
        return {
          ...row,
          customerKey: row.customer.name.toLowerCase(),
          receiptNumber: row.receipt?.rctvnum ?? '',
        }
      })
      await old.table('invoices').bulkPut(rows)
    }
    old.close()
  },
  /** From the call of `open` until the newest invoices are read, milliseconds. */
  async open(): Promise<number> {
    const begun = performance.now()
    db = new AccountDatabase(NAME, ports)
    await db.open()
    await db.invoices.orderBy('orderKey').reverse().limit(50).toArray()
    return performance.now() - begun
  },
  /** Gives the rest its keys as the app does; measures how long all of it takes, and the longest chunk. */
  async rekey(): Promise<{ readonly ms: number; readonly longestMs: number }> {
    if (!db) throw new Error('not opened')
    const begun = performance.now()
    let longestMs = 0
    for (let more = true; more; ) {
      const batchStart = performance.now()
      more = await indexOlderInvoices(db)
      longestMs = Math.max(longestMs, performance.now() - batchStart)
    }
    return { ms: performance.now() - begun, longestMs }
  },
  async remove(): Promise<void> {
    db?.close()
    await Dexie.delete(NAME)
  },
}

declare global {
  interface Window {
    oldPhone: typeof oldPhone
  }
}

window.oldPhone = oldPhone
