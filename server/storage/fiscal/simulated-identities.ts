import type { Db } from '../../services/context.ts'
import { findUserByUsername } from '../accounts/users.ts'

/** Whether any company's receipts go to a simulated authority. */
export async function hasSimulatedIdentity(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('fiscal_identities')
    .select('id')
    .where('simulated', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Password hashes of the accounts with these user names. */
export async function listPasswordHashes(db: Db, usernames: readonly string[]): Promise<string[]> {
  const users = await Promise.all(usernames.map((username) => findUserByUsername(db, username)))
  return users.flatMap((user) => user?.password_hash ?? [])
}

/**
 * Lets the simulated identities follow their simulator to the address it listens on now; the ledger it keeps is the
 * same one. Identities at the real authority are never moved.
 */
export async function updateSimulatedEndpoints(
  db: Db,
  endpoint: { readonly baseUrl: string; readonly verifyUrl: string },
): Promise<void> {
  await db
    .updateTable('fiscal_identities')
    .set({ base_url: endpoint.baseUrl, verify_url: endpoint.verifyUrl })
    .where('simulated', '=', true)
    .where('base_url', '<>', endpoint.baseUrl)
    .execute()
}
