import type { PushedOperation } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findUser } from '../../storage/accounts/users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { type Device, hasFork, updateForked } from '../../storage/sync/device-epochs.ts'
import { actedBy, type ServiceContext } from '../context.ts'

/**
 * Whether a phone and a copy of it continue the same epoch: a number came with two different operations. Both are
 * executed, each once. The person and the owner are informed once for the epoch.
 */
export async function noteFork(
  context: ServiceContext,
  scope: CompanyScope,
  device: Device,
  operations: readonly PushedOperation[],
): Promise<boolean> {
  if (!(await hasFork(context.db, scope, device, operations))) return false
  const at = toInstant(context.clock.now())
  await inTransaction(context.db, async (tx) => {
    if (!(await updateForked(tx, scope, device, at))) return
    const user = await findUser(tx, device.userId)
    const label = user === undefined ? '' : `${user.first_name} ${user.last_name}`.trim()
    const { userId: operatorId, deviceId, epoch } = device
    await insertAuditEntry(tx, {
      companyId: scope.companyId,
      ...actedBy(context),
      at,
      action: 'device.copied',
      subject: `device:${deviceId}`,
      detail: { epoch },
    })
    const notification = { event: 'phone-copied', subject: epoch, label, operatorId, at } as const
    await upsertChanges(tx, scope, [{ t: 'company', id: scope.companyId, notification }])
  })
  return true
}
