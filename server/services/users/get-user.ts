import type { User } from '#contract/users.ts'
import { visibleUsers } from '#domain/permissions/manage-users.ts'
import { Refusal } from '../../ports/refusal.ts'
import { findVisibleUser } from '../../storage/accounts/managed-users.ts'
import type { ServiceContext } from '../context.ts'

/** An account that the caller may see; a foreign one is `NOT_FOUND` as an unknown one. */
export async function getUser(context: ServiceContext, id: string): Promise<User> {
  const user = await findVisibleUser(context.db, visibleUsers(context.actor), id)
  if (!user) throw new Refusal('NOT_FOUND')
  return user
}
