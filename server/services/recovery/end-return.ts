import type { OperationBody } from '#contract/operations.ts'
import { readCompanyRecord } from '../../storage/company-standing.ts'
import { noteReturned, readHolds } from '../../storage/numbering-holds.ts'
import { requireRight } from '../context.ts'
import { companyChange } from '../sync/change-of-record.ts'
import type { Executed, Execution } from '../sync/execution.ts'

/** Notes that a device has returned everything it knew. For a restore that is none of ours it changes nothing. */
export async function endReturn(
  execution: Execution,
  body: OperationBody<'receipt.return-end'>,
): Promise<Executed> {
  const { context, tx, scope, at, deviceId } = execution
  requireRight(context, 'invoice.submit', scope)
  const holds = await readHolds(tx, scope)
  if (holds.some((hold) => hold.epoch === body.epoch)) {
    const { epoch, receipts } = body
    await noteReturned(tx, scope, { epoch, deviceId, userId: context.actor.userId, receipts }, at)
  }
  return {
    change: companyChange(await readCompanyRecord(tx, scope)),
    changed: [{ t: 'company', id: scope.companyId }],
  }
}
