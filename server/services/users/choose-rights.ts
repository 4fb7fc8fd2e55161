import type { EndpointRequest } from '#contract/endpoints.ts'
import type { User } from '#contract/users.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { ALL_RIGHTS, seesAllSales } from '#domain/permissions/operator-rights.ts'
import { Refusal } from '../../ports/refusal.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { updateUserRights } from '../../storage/accounts/managed-users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import { upsertChanges } from '../../storage/sync/changes.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import { lockManagedUser } from './managed-user.ts'

/**
 * Sets what an operator may do beside selling. It applies at once to requests to the server; the phones of
 * the company are notified of a change and get it with their next page.
 */
export async function chooseRights(
  context: ServiceContext,
  { id, rights: chosen }: EndpointRequest<'users.choose-rights'>,
): Promise<User> {
  const { actor, clock, db } = context
  return await inTransaction(db, async (tx) => {
    const user = await lockManagedUser(tx, actor, id)
    if (user.userType !== 'operator' || user.company === null) throw new Refusal('FORBIDDEN')
    const scope = { companyId: user.company.id }
    // An older app does not know every right: what it does not name stays.
    const rights = { ...chosen, seeAllSales: chosen.seeAllSales ?? seesAllSales(user.rights ?? ALL_RIGHTS) }
    await updateUserRights(tx, id, rights)
    await insertAuditEntry(tx, {
      companyId: scope.companyId,
      ...actedBy(context),
      at: toInstant(clock.now()),
      action: 'user.rights',
      subject: `user:${id}`,
      detail: rights,
    })
    await upsertChanges(tx, scope, [{ t: 'company', id: scope.companyId }])
    return { ...user, rights }
  })
}
