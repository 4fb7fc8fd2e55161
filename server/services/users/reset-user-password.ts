import type { EndpointAnswer } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { hashPassword } from '../../security/passwords.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findUser, updateOneTimePassword } from '../../storage/accounts/users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { generatePassword } from '../auth/generate-password.ts'
import { revokeAccess } from '../auth/revoke-access.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import { mailFirstPassword } from './mail-first-password.ts'
import { lockManagedUser, requireManager } from './managed-user.ts'

/**
 * Gives a managed account a one-time password, shown once to the caller and mailed to the user. Every session
 * and delivery grant of the account ends, and the password must be changed at the next login.
 */
export async function resetUserPassword(
  context: AuthServices & ServiceContext,
  id: string,
): Promise<EndpointAnswer<'users.reset-password'>> {
  const { actor, clock, db } = context
  requireManager(actor)
  const password = generatePassword()
  const passwordHash = await hashPassword(password)
  const { user, language } = await inTransaction(db, async (tx) => {
    const managed = await lockManagedUser(tx, actor, id)
    const at = toInstant(clock.now())
    await updateOneTimePassword(tx, id, passwordHash)
    await revokeAccess(tx, id, at)
    await insertAuditEntry(tx, {
      companyId: managed.company?.id ?? null,
      ...actedBy(context),
      organizationId: managed.organization?.id ?? null,
      at,
      action: 'password.reset',
      subject: `user:${id}`,
    })
    return { user: managed, language: (await findUser(tx, id))?.language ?? 'sw' }
  })
  return { password, mailed: await mailFirstPassword(context, { user, password, language }) }
}
