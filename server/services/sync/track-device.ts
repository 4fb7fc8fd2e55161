import type { PushedOperation } from '#contract/sync.ts'
import { contiguousSeq, keepDeviceSeq } from '../../storage/device-epochs.ts'
import { readDeviceSeqs } from '../../storage/operations.ts'
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
  const before = await contiguousSeq(context.db, scope, device)
  let contiguous = before
  for (const seq of await readDeviceSeqs(context.db, scope, device, before)) {
    if (seq > contiguous + 1) break
    contiguous = Math.max(contiguous, seq)
  }
  const highest = Math.max(contiguous, ...operations.map((operation) => operation.deviceSeq))
  await keepDeviceSeq(context.db, scope, device, { contiguous, highest })
  return contiguous
}
