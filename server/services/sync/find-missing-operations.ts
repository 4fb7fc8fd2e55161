import { findUserByUsername } from '../../storage/accounts/users.ts'
import { listMissingOperations, type MissingOperations } from '../../storage/sync/missing-operations.ts'
import type { Services } from '../context.ts'

/**
 * Which numbered operations of a user's phones never reached the server, for our help desk. Throws when there is no such
 * name; a user without a company has none.
 */
export async function findMissingOperations(
  { db }: Pick<Services, 'db'>,
  username: string,
): Promise<MissingOperations[]> {
  const user = await findUserByUsername(db, username)
  if (!user) throw new Error(`There is no user named ${username}`)
  return user.company_id === null ? [] : listMissingOperations(db, { companyId: user.company_id }, user.id)
}
