import type { OperationResult, PushedOperation } from '#contract/sync.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertDeviceSeq } from '../../storage/sync/device-epochs.ts'
import type { ServiceContext } from '../context.ts'
import type { PushSource } from '../operations/operation-results.ts'

/**
 * Notes how far this device's operations are in the ledger without a hole, and gives that number, so that both sides
 * can notice lost work. Those that another phone brought before count when this one gets their answer.
 */
export async function trackDevice(
  context: ServiceContext,
  scope: CompanyScope,
  source: PushSource,
  operations: readonly PushedOperation[],
  results: ReadonlyMap<PushedOperation, OperationResult>,
): Promise<number> {
  const highest = Math.max(0, ...operations.map((operation) => operation.deviceSeq))
  const answered = operations.filter((operation) => results.get(operation)?.state === 'done')
  return await upsertDeviceSeq(context.db, scope, source, {
    highest,
    answered: answered.map(({ deviceSeq }) => deviceSeq),
  })
}
