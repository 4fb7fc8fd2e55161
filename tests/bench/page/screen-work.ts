import type { Aggregate } from '#contract/aggregates.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { findInvoice } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { addDays, type FiscalDay } from '#domain/calendar/east-africa.ts'
import { toCents } from '#domain/money/cents.ts'

/** What the screens are shown on the big phone: kept totals, and invoices that change beside them. */

declare global {
  interface Window {
    /** How often React has drawn something; counted by the probe of `stage/screens.ts`. */
    benchCommits?: number
  }
}

/** Receipts of each seeded day. */
const RECEIPTS = 137

/** Stored totals of this many days up to `last`, as the server sends them. */
export async function seedDays(
  db: AccountDatabase,
  companyId: string,
  last: FiscalDay,
  count: number,
): Promise<void> {
  const rows = Array.from({ length: count }, (_, back): Aggregate => {
    const [net, vat] = [toCents(80_000_000 + 500_000 * (back % 17)), toCents(14_400_000)]
    return {
      id: `bench-day-${back}`,
      companyId,
      rev: 1,
      kind: 'day',
      period: addDays(last, -back),
      key: '',
      count: RECEIPTS,
      gross: toCents(net + vat),
      net,
      vat,
      discount: toCents(0),
      quantity: 400_000,
      canceledCount: 0,
      canceledGross: toCents(0),
      refundedCount: 0,
      refundedGross: toCents(0),
      refundedVat: toCents(0),
      perLetter: { A: { net, tax: vat } },
      perPayment: { CASH: toCents(net + vat) },
    }
  })
  await db.aggregates.bulkPut(rows)
}

function renamed(row: InvoiceRow, name: string): InvoiceRow {
  return { ...row, rev: row.rev + 1, customer: { ...row.customer, name } }
}

export type ShownChange = {
  /** From the commit of the change until the row that shows it is painted. */
  readonly ms: number
  /** Rows of the list whose elements changed too. */
  readonly otherRows: number
  readonly commits: number
}

const ROW = 'div[style*="translateY"] a[data-status]'

/** Gives the invoice of the uppermost row another name by a connection that is not the screen's own. */
export async function changeShown(db: AccountDatabase, name: string): Promise<ShownChange> {
  const anchor = document.querySelector(ROW)
  const row = await findInvoice(db, anchor?.getAttribute('href')?.split('/').at(-1) ?? '')
  if (!anchor || !row) throw new Error('no invoice is shown')
  const touched = new Set<Element>()
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement
      const changed = element?.closest(ROW)
      if (changed && changed !== anchor) touched.add(changed)
    }
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  const commitsBefore = window.benchCommits ?? Number.NaN
  await db.invoices.put(renamed(row, name))
  const begun = performance.now()
  const seen = await new Promise<number>((resolve, reject) => {
    const poll = () => {
      if (performance.now() - begun > 10_000) reject(new Error('the change was never shown'))
      else if (anchor.textContent?.includes(name)) {
        // A message posted from an animation frame comes after the paint of that frame.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        port2.postMessage(null)
      } else requestAnimationFrame(poll)
    }
    requestAnimationFrame(poll)
  })
  observer.disconnect()
  return {
    ms: seen - begun,
    otherRows: touched.size,
    commits: (window.benchCommits ?? Number.NaN) - commitsBefore,
  }
}

/** Time in which a component that watches an invoice would have drawn it. */
const WATCHED_MS = 400

/** Changes the oldest invoice, which no screen shows, and gives how often React drew something because of it. */
export async function changeUnseen(db: AccountDatabase, name: string): Promise<number> {
  const row = await db.invoices.orderBy('orderKey').first()
  if (!row) throw new Error('there is no invoice')
  const before = window.benchCommits ?? Number.NaN
  await db.invoices.put(renamed(row, name))
  await db.ports.wait(WATCHED_MS)
  return (window.benchCommits ?? Number.NaN) - before
}
