import { incrementFence } from '../../storage/fiscal/identities.ts'
import { closeDays } from './close-days.ts'
import { deliverZReports } from './deliver-z-reports.ts'
import type { DeliveryDeps, ShouldContinue } from './delivery-deps.ts'
import { type DrainResult, drainReceipts } from './drain-receipts.ts'
import type { Sender } from './save-receipt-outcome.ts'
import { settleDueWork } from './settle-due-work.ts'

/**
 * Delivers everything that an identity has not yet delivered to the authority: its receipts in order, then
 * the reports of the days that are over. A later sender takes over: writes of an earlier one are refused from
 * then on.
 */
export async function deliver(
  deps: DeliveryDeps,
  identityId: string,
  shouldContinue: ShouldContinue = () => true,
): Promise<DrainResult> {
  const fence = await incrementFence(deps.services.db, identityId)
  if (fence === undefined) return 'stopped'
  const result = await deliverAs(deps, { identityId, fence }, shouldContinue)
  // The one that took over settles it.
  if (result !== 'replaced') await settleDueWork(deps.services, identityId, result)
  return result
}

async function deliverAs(
  deps: DeliveryDeps,
  sender: Sender,
  shouldContinue: ShouldContinue,
): Promise<DrainResult> {
  const receipts = await drainReceipts(deps, sender, shouldContinue)
  if (receipts === 'stopped' || receipts === 'replaced') return receipts
  await closeDays(deps.services, sender.identityId)
  const reports = await deliverZReports(deps, sender, shouldContinue)
  return reports === 'idle' ? receipts : reports
}
