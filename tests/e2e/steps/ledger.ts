import { expect } from '@playwright/test'
import type { AuthorityControl, LedgerReceipt } from '../../support/authority-control.ts'
import { findLedgerFlaws } from '../../support/ledger-flaws.ts'
import type { ServerView } from '../../support/server-view.ts'

/** The main company of the demo. */
export const MAIN_TIN = '999000001'
export const MAIN_DEVICE = '99TZ000001'

/** What a test added to a ledger, and that it added it once. */
export type LedgerWatch = {
  /**
   * Waits until this many receipts were added and none waits at the server, checks that it is exactly this
   * many and that the ledger is consistent, and returns the added ones in their order.
   */
  grownBy(count: number): Promise<LedgerReceipt[]>
}

/** Stores the current size of the main company's ledger. */
export async function watchLedger(authority: AuthorityControl, owner: ServerView): Promise<LedgerWatch> {
  const added = async () => (await authority.ledger(MAIN_TIN)).length - before
  await expect.poll(() => owner.waitingReceipts(), { timeout: 60_000 }).toBe(0)
  const before = (await authority.ledger(MAIN_TIN)).length
  return {
    async grownBy(count) {
      // Checked together: a receipt that waits at the server is another failure than a missing one.
      const status = async () => ({
        enough: (await added()) >= count,
        waiting: await owner.waitingReceipts(),
      })
      // The work of a killed server is taken over only when its heartbeat has been missed; a phone that met many faults
      // waits up to a minute before it asks again.
      await expect.poll(status, { timeout: 150_000 }).toEqual({ enough: true, waiting: 0 })
      const after = await expectLedgerSound(authority)
      expect(after.length - before).toBe(count)
      return after.slice(before)
    },
  }
}

/** Checks that the ledger of a company is consistent; returns it in the order of the numbers. */
export async function expectLedgerSound(
  authority: AuthorityControl,
  tin: string = MAIN_TIN,
): Promise<LedgerReceipt[]> {
  const receipts = await authority.ledger(tin)
  expect(findLedgerFlaws(receipts)).toEqual([])
  return receipts.sort((a, b) => a.gc - b.gc)
}
