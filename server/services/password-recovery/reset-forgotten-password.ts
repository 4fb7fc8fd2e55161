import type { EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { checkPasswordReset } from '#domain/recovery/recover-password.ts'
import { passwordChanged } from '../../messages/password-changed.ts'
import { Refusal } from '../../ports/refusal.ts'
import { hashOpaqueToken } from '../../security/one-time-code.ts'
import { hashPassword } from '../../security/passwords.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { revokeDeliveryGrants } from '../../storage/accounts/delivery-grants.ts'
import { deletePasswordResets, lockPasswordReset } from '../../storage/accounts/password-resets.ts'
import { revokeUserSessions } from '../../storage/accounts/refresh-tokens.ts'
import { findUser, lockPassword, updatePassword } from '../../storage/accounts/users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { sendAccountMail } from '../mail/send-account-mail.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { mayRecover } from './start-recovery.ts'

/**
 * Sets the new password for a token that was confirmed with the right code; works once per token. Every
 * session and delivery grant of the account ends, and the user gets a mail about it. Refuses the form by the
 * rules of spec §5, and an unknown, used or expired token with `RESET_FAILED`.
 */
export async function resetForgottenPassword(
  services: AuthServices,
  form: EndpointRequest<'recovery.reset'>,
): Promise<void> {
  refuseFields(checkPasswordReset(form))
  const hash = await hashPassword(form.newPassword)
  const user = await inTransaction(services.db, async (tx) => {
    const now = services.clock.now()
    const reset = await lockPasswordReset(tx, hashOpaqueToken(form.verification))
    const isOpen = reset?.verified === true && Date.parse(reset.expires_at) > now
    const userId = reset?.user_id
    if (!isOpen || userId === null || userId === undefined) throw new Refusal('RESET_FAILED')
    // One at a time for each user, so that no token is born while its session ends.
    await lockPassword(tx, userId)
    const found = await findUser(tx, userId)
    if (!found || !mayRecover(found)) throw new Refusal('RESET_FAILED')
    const at = toInstant(now)
    await updatePassword(tx, userId, hash)
    await revokeUserSessions(tx, userId, at)
    await revokeDeliveryGrants(tx, userId, at, 'all')
    await deletePasswordResets(tx, userId)
    await insertAuditEntry(tx, {
      companyId: found.company_id,
      organizationId: found.organization_id,
      userId,
      at,
      action: 'password.recover',
      subject: `user:${userId}`,
    })
    return found
  })
  const content = passwordChanged[user.language]({ name: user.first_name })
  await sendAccountMail(services, user, 'account-notice', content)
}
