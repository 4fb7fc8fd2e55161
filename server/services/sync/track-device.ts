import type { PushedOperation } from '#contract/sync.ts'
import { keepDeviceSeq } from '../../storage/device-epochs.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import type { ServiceContext } from '../context.ts'
import type { PushSource } from './answer-operation.ts'

/**
 * Notes how far this device's operations are in the ledger without a hole, and gives that number, so that both sides
 * can notice lost work.
 */
export async function trackDevice(
  context: ServiceContext,
  scope: CompanyScope,
  source: PushSource,
  operations: readonly PushedOperation[],
): Promise<number> {
  const device = { ...source, userId: context.actor.userId }
  const highest = Math.max(0, ...operations.map((operation) => operation.deviceSeq))
  return await keepDeviceSeq(context.db, scope, device, highest)
}
