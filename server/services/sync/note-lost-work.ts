import type { PushRequest } from '#contract/sync.ts'
import { dayText, fiscalDayOf, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findUser } from '../../storage/accounts/users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { type Device, listEpochsWithHole, updateLostWork } from '../../storage/sync/device-epochs.ts'
import { listMissingOperations } from '../../storage/sync/missing-operations.ts'
import { actedBy, type ServiceContext } from '../context.ts'

type Lost = { readonly count: number; readonly noticedAt: Instant }

/** Informs the person and the owner, once: a notification, and an entry of the audit trail with the phone and its epoch. */
async function inform(
  tx: Db,
  context: ServiceContext,
  scope: CompanyScope,
  device: Device,
  lost: Lost,
): Promise<void> {
  if (!(await updateLostWork(tx, scope, device, lost))) return
  const { count, noticedAt } = lost
  const at = toInstant(context.clock.now())
  const user = await findUser(tx, device.userId)
  const name = user === undefined ? '' : `${user.first_name} ${user.last_name}`.trim()
  const { userId: operatorId, deviceId, epoch } = device
  await insertAuditEntry(tx, {
    companyId: scope.companyId,
    ...actedBy(context),
    at,
    action: 'device.work-lost',
    subject: `device:${deviceId}`,
    detail: { count, epoch },
  })
  const label = `${count} (${name}, ${dayText(fiscalDayOf(noticedAt))})`
  const notification = { event: 'work-lost', subject: epoch, label, operatorId, at } as const
  await upsertChanges(tx, scope, [{ t: 'company', id: scope.companyId, notification }])
}

/** What a phone says of itself: so many of its operations are gone. */
export async function noteReportedLoss(
  context: ServiceContext,
  scope: CompanyScope,
  device: Device,
  lost: NonNullable<PushRequest['lost']>,
): Promise<void> {
  await inTransaction(context.db, (tx) => inform(tx, context, scope, device, lost))
}

/**
 * Looks back when a phone begins a new epoch: its storage was emptied, so that what is missing of an earlier epoch will
 * not come. What was saved behind the last operation that arrived is not known here.
 */
export async function noteEndedEpochs(
  context: ServiceContext,
  scope: CompanyScope,
  device: Device,
): Promise<void> {
  const noticedAt = toInstant(context.clock.now())
  for (const epoch of await listEpochsWithHole(context.db, scope, device)) {
    await inTransaction(context.db, async (tx) => {
      const gaps = await listMissingOperations(tx, scope, device.userId)
      const count = gaps
        .filter((gap) => gap.deviceId === device.deviceId && gap.epoch === epoch)
        .reduce((sum, { from, to }) => sum + to - from + 1, 0)
      if (count > 0) await inform(tx, context, scope, { ...device, epoch }, { count, noticedAt })
    })
  }
}
