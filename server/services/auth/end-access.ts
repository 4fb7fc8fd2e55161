import type { Transaction } from 'kysely'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { hashPassword } from '../../security/passwords.ts'
import { recordAudit } from '../../storage/audit.ts'
import { endDeliveryGrants } from '../../storage/delivery-grants.ts'
import { revokeSessionsOf } from '../../storage/refresh-tokens.ts'
import type { Database } from '../../storage/schema.ts'
import { disableUserRow, findUserByUsername, setOneTimePassword, type UserRow } from '../../storage/users.ts'
import type { Services } from '../context.ts'
import { makePassword } from './make-password.ts'

type Needed = Pick<Services, 'clock' | 'db'>

async function namedUser(services: Needed, username: string): Promise<UserRow> {
  const user = await findUserByUsername(services.db, username)
  if (!user) throw new Error(`There is no user named ${username}`)
  return user
}

/** Ends every session and every delivery grant of a user: what waits on their phones waits for their next login. */
async function endAccess(
  tx: Transaction<Database>,
  user: UserRow,
  at: string,
  action: string,
): Promise<void> {
  await revokeSessionsOf(tx, user.id, at)
  await endDeliveryGrants(tx, user.id, at, 'all')
  const { company_id: companyId, id } = user
  await recordAudit(tx, { companyId, userId: id, at, action, subject: `user:${id}` })
}

/** Disables a user (spec §4: they can no longer do anything). Throws when there is no such name. */
export async function disableUser(services: Needed, username: string): Promise<void> {
  const user = await namedUser(services, username)
  const at = toInstant(services.clock.now())
  await services.db.transaction().execute(async (tx) => {
    await disableUserRow(tx, user.id)
    await endAccess(tx, user, at, 'user.disable')
  })
}

/**
 * Gives a user a one-time password, to be changed at the next login; whoever held the old one, or a phone of theirs,
 * is out. Throws when there is no such name.
 */
export async function resetPassword(services: Needed, username: string): Promise<string> {
  const user = await namedUser(services, username)
  const at = toInstant(services.clock.now())
  const password = makePassword()
  const hash = await hashPassword(password)
  await services.db.transaction().execute(async (tx) => {
    await setOneTimePassword(tx, user.id, hash)
    await endAccess(tx, user, at, 'password.reset')
  })
  return password
}
