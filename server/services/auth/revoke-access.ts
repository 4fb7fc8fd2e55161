import { toInstant } from '#domain/calendar/east-africa.ts'
import { hashPassword } from '../../security/passwords.ts'
import { type AuditEntry, insertAuditEntry } from '../../storage/accounts/audit.ts'
import { revokeDeliveryGrants } from '../../storage/accounts/delivery-grants.ts'
import { deletePasswordResets } from '../../storage/accounts/password-resets.ts'
import { revokeUserSessions } from '../../storage/accounts/refresh-tokens.ts'
import { deleteSecondFactor } from '../../storage/accounts/second-factors.ts'
import {
  findUserByUsername,
  type UserRow,
  updateOneTimePassword,
  updateUserStatus,
} from '../../storage/accounts/users.ts'
import { inOneTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { Services } from '../context.ts'
import type { MailSender } from '../mail/send-account-mail.ts'
import { reportSecondFactor } from '../second-factor/report-second-factor.ts'
import { generatePassword } from './generate-password.ts'

type AccountServices = Pick<Services, 'clock' | 'db'>

async function getUserByUsername(services: AccountServices, username: string): Promise<UserRow> {
  const user = await findUserByUsername(services.db, username)
  if (!user) throw new Error(`There is no user named ${username}`)
  return user
}

/**
 * Ends every session, every delivery grant and every password recovery of a user: what waits on their phones waits for
 * their next login.
 */
export async function revokeAccess(tx: Db, userId: string, at: string): Promise<void> {
  await revokeUserSessions(tx, userId, at)
  await revokeDeliveryGrants(tx, userId, at, 'all')
  await deletePasswordResets(tx, userId)
}

/**
 * An action from the command line is recorded as done by the account itself, because no user is signed in
 * there.
 */
function auditEntry({ company_id: companyId, id }: UserRow, at: string, action: string): AuditEntry {
  return { companyId, userId: id, at, action, subject: `user:${id}` }
}

/** Disables a user (spec §4: they can no longer do anything). Throws when there is no such name. */
export async function disableUser(services: AccountServices, username: string): Promise<void> {
  const user = await getUserByUsername(services, username)
  const at = toInstant(services.clock.now())
  await inOneTransaction(services.db, async (tx) => {
    await updateUserStatus(tx, user.id, 'inactive')
    await revokeAccess(tx, user.id, at)
    await insertAuditEntry(tx, auditEntry(user, at, 'user.disable'))
  })
}

/**
 * Switches off the second factor of a user who lost the phone and the recovery codes, and mails that to the person, who
 * may not have asked for it; says whether it was on. The only way for a platform admin, above whom there is no other.
 * Throws when there is no such name.
 */
export async function endLostSecondFactor(
  services: AccountServices & MailSender,
  username: string,
): Promise<boolean> {
  const user = await getUserByUsername(services, username)
  const ended = await inOneTransaction(services.db, async (tx) => {
    const wasOn = await deleteSecondFactor(tx, user.id)
    const at = toInstant(services.clock.now())
    if (wasOn) await insertAuditEntry(tx, auditEntry(user, at, 'second-factor.reset'))
    return wasOn
  })
  if (ended) await reportSecondFactor(services, user.id, { on: false })
  return ended
}

/**
 * Gives a user a one-time password, to be changed at the next login. The old password and all phones that are
 * signed in lose access. Throws when there is no such name.
 */
export async function resetPassword(services: AccountServices, username: string): Promise<string> {
  const user = await getUserByUsername(services, username)
  const at = toInstant(services.clock.now())
  const password = generatePassword()
  const hash = await hashPassword(password)
  await inOneTransaction(services.db, async (tx) => {
    await updateOneTimePassword(tx, user.id, hash)
    await revokeAccess(tx, user.id, at)
    await insertAuditEntry(tx, auditEntry(user, at, 'password.reset'))
  })
  return password
}
