import type { Instant } from '#domain/calendar/east-africa.ts'
import { findUser, fullName } from '../../storage/accounts/users.ts'
import { listHolds } from '../../storage/fiscal/numbering-holds.ts'
import type { Execution } from '../operations/execution.ts'

/** Whether a backup was ever restored, so that records may be returned. */
export async function wasRestored({ tx, scope }: Pick<Execution, 'tx' | 'scope'>): Promise<boolean> {
  return (await listHolds(tx, scope)).length > 0
}

/**
 * Whether what is returned may be from before the last restore. Since then this server itself knows of every record who
 * made it, whatever a phone says.
 */
export async function isFromBeforeRestore(
  { tx, scope }: Pick<Execution, 'tx' | 'scope'>,
  at: Instant,
): Promise<boolean> {
  const restoredAt = (await listHolds(tx, scope)).at(-1)?.openedAt
  return restoredAt !== undefined && at <= restoredAt
}

/** The person who made a returned record, when it is one of this company. */
export async function findReturnedAuthor(
  { tx, scope }: Pick<Execution, 'tx' | 'scope'>,
  userId: string | undefined,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const user = userId === undefined ? undefined : await findUser(tx, userId)
  return user?.company_id === scope.companyId ? { id: user.id, name: fullName(user) } : undefined
}
