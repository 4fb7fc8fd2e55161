import type { PushedOperation } from '#contract/sync.ts'
import { can } from '#domain/permissions/can.ts'
import { rightsOf } from '#domain/permissions/operator-rights.ts'
import { findUser, fullName } from '../../storage/accounts/users.ts'
import type { CompanyScope } from '../../storage/scope.ts'
import { toActor } from '../auth/require-active-user.ts'
import type { ServiceContext } from '../context.ts'

/** Gives in whose name an operation is executed; `undefined` when its bringer may not bring it. */
export type AuthorContextOf = (operation: PushedOperation) => ServiceContext | undefined

/** What a phone returns to a restored server it returns itself: it says which phone is back. */
function isBoundToDevice({ type }: PushedOperation): boolean {
  return type.startsWith('receipt.return')
}

/**
 * The people who wrote the operations of a push. A user may send their own work from another phone; the owner
 * also that of other users of the company (spec §6), including a user who was disabled after writing it. A
 * person of another company and an unknown one are treated alike.
 */
export async function loadAuthorContexts(
  context: ServiceContext,
  scope: CompanyScope,
  operations: readonly PushedOperation[],
): Promise<AuthorContextOf> {
  const own = context.actor.userId
  const authorIds = operations.flatMap(({ writtenBy }) => writtenBy?.userId ?? [])
  const others = [...new Set(authorIds)].filter((userId) => userId !== own)
  const contextByUser = new Map<string, ServiceContext>([[own, context]])
  if (can(context.actor, 'queue.deliver', scope)) {
    for (const userId of others) {
      const user = await findUser(context.db, userId)
      if (user?.company_id !== scope.companyId) continue
      contextByUser.set(userId, {
        ...context,
        actor: toActor(user),
        operatorName: fullName(user),
        rights: rightsOf(user.user_type, user.rights),
      })
    }
  }
  return (operation) => {
    if (operation.writtenBy === undefined) return context
    return isBoundToDevice(operation) ? undefined : contextByUser.get(operation.writtenBy.userId)
  }
}
