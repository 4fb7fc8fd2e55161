import type { EndpointRequest } from '#contract/endpoints.ts'
import type { User } from '#contract/users.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { mayChangeStatus } from '#domain/permissions/manage-users.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { updateUserStatus } from '../../storage/accounts/users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import { lockManagedUser } from './managed-user.ts'

const AUDIT_ACTIONS = { active: 'user.enable', inactive: 'user.disable', blocked: 'user.block' } as const

/**
 * Enables, disables or blocks a managed account. Who is not active loses every session and delivery grant at once
 * (spec §4: a disabled operator can no longer do anything); what waits on their phones stays there, and goes out after
 * they were enabled and logged in again.
 */
export async function changeStatus(
  context: ServiceContext,
  { id, status }: EndpointRequest<'users.change-status'>,
): Promise<User> {
  const { actor, clock, db } = context
  return await inTransaction(db, async (tx) => {
    const user = await lockManagedUser(tx, actor, id)
    if (user.status === status) return user
    if (!mayChangeStatus(actor, user.status, status)) throw new Refusal('FORBIDDEN')
    const at = toInstant(clock.now())
    await updateUserStatus(tx, id, status)
    if (status !== 'active') await revokeAccess(tx, id, at)
    await insertAuditEntry(tx, {
      companyId: user.company?.id ?? null,
      ...actedBy(context),
      organizationId: user.organization?.id ?? null,
      at,
      action: AUDIT_ACTIONS[status],
      subject: `user:${id}`,
    })
    return { ...user, status }
  })
}
