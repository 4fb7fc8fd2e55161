import type { EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { checkPasswordReset } from '#domain/recovery/recover-password.ts'
import { passwordChanged } from '../../messages/password-changed.ts'
import { Refusal } from '../../ports/refusal.ts'
import { hashOpaqueToken } from '../../security/one-time-code.ts'
import { hashPassword, verifyPassword } from '../../security/passwords.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { revokeDeliveryGrants } from '../../storage/accounts/delivery-grants.ts'
import {
  deletePasswordReset,
  endPasswordResets,
  lockPasswordReset,
  lockUsedPasswordReset,
} from '../../storage/accounts/password-resets.ts'
import { revokeUserSessions } from '../../storage/accounts/refresh-tokens.ts'
import { findUser, lockPassword, updatePassword } from '../../storage/accounts/users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { sendAccountMail } from '../mail/send-account-mail.ts'
import { refuseFields } from '../operations/refuse-fields.ts'
import { isOwnAddress, mayRecover } from './start-recovery.ts'

/** For how long the answer to a new password may be asked for again, with the same password. */
const ASKED_AGAIN_MS = 120_000

/**
 * Sets the new password for a token that was confirmed with the right code; works once per token. Every
 * session and delivery grant of the account ends, and the user gets a mail about it. The same request again within two
 * minutes, because its answer was lost, is answered alike and changes nothing. Refuses the form by the rules of spec §5,
 * and with `RESET_FAILED` an unknown, used or expired token, or one whose code went to an address that the account no
 * longer has.
 */
export async function resetForgottenPassword(
  services: AuthServices,
  form: EndpointRequest<'recovery.reset'>,
): Promise<void> {
  refuseFields(checkPasswordReset(form))
  const hash = await hashPassword(form.newPassword)
  const outcome = await inTransaction(services.db, async (tx) => {
    const now = services.clock.now()
    const tokenHash = hashOpaqueToken(form.verification)
    const reset = await lockPasswordReset(tx, tokenHash)
    if (!reset) return (await isRepeated(tx, form.newPassword, { tokenHash, now })) ? 'repeated' : 'refused'
    const userId = reset.user_id
    if (!reset.verified || Date.parse(reset.expires_at) <= now || userId === null) return 'refused'
    // One at a time for each user, so that no token is born while its session ends.
    await lockPassword(tx, userId)
    const found = await findUser(tx, userId)
    if (!found || !mayRecover(found) || !isOwnAddress(reset, found)) return 'refused'
    const at = toInstant(now)
    await updatePassword(tx, userId, hash)
    await revokeUserSessions(tx, userId, at)
    await revokeDeliveryGrants(tx, userId, at, 'all')
    await endPasswordResets(tx, reset, toInstant(now + ASKED_AGAIN_MS))
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
  // Refused after the commit: a used token with another password must not be tried a second time.
  if (outcome === 'refused') throw new Refusal('RESET_FAILED')
  if (outcome === 'repeated') return
  const content = passwordChanged[outcome.language]({ name: outcome.first_name })
  await sendAccountMail(services, outcome, 'account-notice', content)
}

/** Whether this token just set this password, which the account still has. With another one the token ends: no guesses. */
async function isRepeated(
  tx: Db,
  password: string,
  { tokenHash, now }: { readonly tokenHash: string; readonly now: number },
): Promise<boolean> {
  const used = await lockUsedPasswordReset(tx, tokenHash)
  if (!used || used.user_id === null || Date.parse(used.expires_at) <= now) return false
  const [stored, user] = [await lockPassword(tx, used.user_id), await findUser(tx, used.user_id)]
  const isAllowed = stored !== undefined && user !== undefined && mayRecover(user)
  if (isAllowed && (await verifyPassword(stored, password))) return true
  await deletePasswordReset(tx, used.id)
  return false
}
