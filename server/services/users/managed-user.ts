import type { Transaction } from 'kysely'
import type { User } from '#contract/users.ts'
import { can } from '#domain/permissions/can.ts'
import { managedTypes, visibleUsers } from '#domain/permissions/manage-users.ts'
import type { Actor } from '#domain/users/user.ts'
import { Refusal } from '../../ports/refusal.ts'
import { lockVisibleUser } from '../../storage/accounts/managed-users.ts'
import type { Database } from '../../storage/schema.ts'

/** Refuses a caller who manages no users with `FORBIDDEN`, before anything is looked up. */
export function requireManager(actor: Actor): void {
  if (managedTypes(actor.userType).length === 0) throw new Refusal('FORBIDDEN')
}

/**
 * An account that `actor` is about to change, locked. One that the actor does not see is `NOT_FOUND` as an unknown one;
 * one that the actor sees and does not manage (the own one, those of equal or higher kind) is `FORBIDDEN`.
 */
export async function lockManagedUser(
  tx: Transaction<Database>,
  actor: Actor,
  userId: string,
): Promise<User> {
  requireManager(actor)
  const user = await lockVisibleUser(tx, visibleUsers(actor), userId)
  if (!user) throw new Refusal('NOT_FOUND')
  const subject = { companyId: user.company?.id ?? null, organizationId: user.organization?.id ?? null }
  if (!managedTypes(actor.userType).includes(user.userType) || !can(actor, 'user.manage', subject)) {
    throw new Refusal('FORBIDDEN')
  }
  return user
}
