import type { OperationBody } from '#contract/operations.ts'
import { getCompanyRecord } from '../../storage/accounts/companies.ts'
import { listHolds, upsertReturnedDevice } from '../../storage/fiscal/numbering-holds.ts'
import { requireRight } from '../context.ts'
import type { Executed, Execution } from '../operations/execution.ts'
import { companyChange } from '../operations/feed-changes.ts'

/** Notes that a device has returned everything it knew. For a restore that is none of ours it changes nothing. */
export async function endReturn(
  execution: Execution,
  body: OperationBody<'receipt.return-end'>,
): Promise<Executed> {
  const { context, tx, scope, at, deviceId } = execution
  requireRight(context, 'invoice.submit', scope)
  const holds = await listHolds(tx, scope)
  if (holds.some((hold) => hold.epoch === body.epoch)) {
    const { epoch, receipts } = body
    await upsertReturnedDevice(tx, scope, { epoch, deviceId, userId: context.actor.userId, receipts }, at)
  }
  return {
    change: companyChange(await getCompanyRecord(tx, scope)),
    changed: [{ t: 'company', id: scope.companyId }],
  }
}
