import { incrementFence, type Sender } from '../../storage/fiscal/senders.ts'
import type { IdentityScope } from '../../storage/scope.ts'
import { closeDays } from './close-days.ts'
import { deliverZReports } from './deliver-z-reports.ts'
import type { DeliveryDeps, ShouldContinue } from './delivery-deps.ts'
import { type DrainResult, drainReceipts } from './drain-receipts.ts'
import { settleDueWork } from './settle-due-work.ts'

/**
 * Delivers everything that an identity has not yet delivered to the authority: its receipts in order, then
 * the reports of the days that are over. A later sender takes over: writes of an earlier one are refused from
 * then on.
 */
export async function deliver(
  deps: DeliveryDeps,
  identity: IdentityScope,
  shouldContinue: ShouldContinue = () => true,
): Promise<DrainResult> {
  const fence = await incrementFence(deps.services.db, identity)
  if (fence === undefined) return 'stopped'
  const result = await deliverAs(deps, { identity, fence }, shouldContinue)
  // The one that took over settles it.
  if (result !== 'replaced') await settleDueWork(deps.services, identity, result)
  return result
}

async function deliverAs(
  deps: DeliveryDeps,
  sender: Sender,
  shouldContinue: ShouldContinue,
): Promise<DrainResult> {
  const receipts = await drainReceipts(deps, sender, shouldContinue)
  if (receipts === 'stopped' || receipts === 'replaced') return receipts
  await closeDays(deps.services, sender.identity)
  const reports = await deliverZReports(deps, sender, shouldContinue)
  return reports === 'idle' ? receipts : reports
}
