import type { OperationResult, PushedOperation, PushRequest } from '#contract/sync.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertDeviceSeq } from '../../storage/sync/device-epochs.ts'
import type { ServiceContext } from '../context.ts'
import type { PushSource } from '../operations/operation-results.ts'
import { noteFork } from './note-fork.ts'
import { noteEndedEpochs, noteReportedLoss } from './note-lost-work.ts'

/**
 * Notes how far this device's operations are in the ledger without a hole, and gives that number, so that both sides
 * can notice lost work, and whether a copy of this phone has used its numbers. People learn of both, of what the phone
 * says is gone, and of a hole in an epoch that is over. Operations that another phone brought before count when this
 * one gets their answer.
 */
export async function trackDevice(
  context: ServiceContext,
  scope: CompanyScope,
  source: PushSource,
  { ops: operations, lost }: Pick<PushRequest, 'ops' | 'lost'>,
  results: ReadonlyMap<PushedOperation, OperationResult>,
): Promise<{ readonly contiguous: number; readonly forked: boolean }> {
  const highest = Math.max(0, ...operations.map((operation) => operation.deviceSeq))
  const answered = operations.filter((operation) => results.get(operation)?.state === 'done')
  const { contiguous, highestBefore, isFirst } = await upsertDeviceSeq(context.db, scope, source, {
    highest,
    answered: answered.map(({ deviceSeq }) => deviceSeq),
  })
  if (isFirst) await noteEndedEpochs(context, scope, source)
  if (lost) await noteReportedLoss(context, scope, source, lost)
  // Only a number that was used before can have been used by another phone.
  const used = operations.filter(({ deviceSeq }) => deviceSeq <= highestBefore)
  return { contiguous, forked: used.length > 0 && (await noteFork(context, scope, source, used)) }
}
