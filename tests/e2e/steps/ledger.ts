import { expect } from '@playwright/test'
import type { AuthorityControl, LedgerReceipt } from '../../support/authority-control.ts'
import type { ServerView } from '../../support/server-view.ts'

/** The main company of the demo. */
export const MAIN_TIN = '999000001'
export const MAIN_DEVICE = '99TZ000001'

/**
 * What must be true of the authority's ledger whatever happened on the way (TRA guide: GC counts for ever, DC from 1
 * each day, no number twice): counters 1 to n without gap or repeat, no document twice, sums that fit.
 */
export function expectSound(receipts: readonly LedgerReceipt[]): void {
  const ordered = [...receipts].sort((a, b) => a.gc - b.gc)
  expect(ordered.map((receipt) => receipt.gc)).toEqual(ordered.map((_, index) => index + 1))
  expect(new Set(ordered.map((receipt) => receipt.rctvnum)).size).toBe(ordered.length)
  expect(new Set(ordered.map((receipt) => receipt.sha256)).size).toBe(ordered.length)
  const days = Map.groupBy(ordered, (receipt) => receipt.znum)
  for (const [day, ofDay] of days) {
    expect([day, ...ofDay.map((receipt) => receipt.dc)]).toEqual([day, ...ofDay.map((_, index) => index + 1)])
  }
  for (const receipt of ordered) {
    const taxed = receipt.vatTotals.reduce((sum, total) => sum + total.netCents + total.taxCents, 0)
    const paid = receipt.payments.reduce((sum, payment) => sum + payment.cents, 0)
    expect({ gc: receipt.gc, taxed, paid }).toEqual({
      gc: receipt.gc,
      taxed: receipt.totalInclCents,
      paid: receipt.totalInclCents,
    })
  }
}

/** What a test added to a ledger, and that it added it once. */
export type LedgerWatch = {
  /**
   * Waits until so many receipts were added and the server holds none back, checks that it is exactly so many and
   * that the ledger is sound, and gives the added ones in their order.
   */
  grownBy(count: number): Promise<LedgerReceipt[]>
}

/** Remembers how the ledger of the main company stands now. */
export async function watchLedger(authority: AuthorityControl, owner: ServerView): Promise<LedgerWatch> {
  const added = async () => (await authority.ledger(MAIN_TIN)).length - before
  await expect.poll(() => owner.waitingReceipts(), { timeout: 30_000 }).toBe(0)
  const before = (await authority.ledger(MAIN_TIN)).length
  return {
    async grownBy(count) {
      await expect.poll(added, { timeout: 30_000 }).toBeGreaterThanOrEqual(count)
      await expect.poll(() => owner.waitingReceipts(), { timeout: 30_000 }).toBe(0)
      const after = await expectLedgerSound(authority)
      expect(after.length - before).toBe(count)
      return after.slice(before)
    },
  }
}

/** The ledger of a company is sound as it stands; gives it in the order of the numbers. */
export async function expectLedgerSound(
  authority: AuthorityControl,
  tin: string = MAIN_TIN,
): Promise<LedgerReceipt[]> {
  const receipts = await authority.ledger(tin)
  expectSound(receipts)
  return receipts.sort((a, b) => a.gc - b.gc)
}
