import { toInstant } from '#domain/calendar/east-africa.ts'
import { OTP_LIFETIME_MS } from '#domain/recovery/recover-password.ts'
import type { AttemptLimit } from '../../ports/attempt-limit.ts'
import { Refusal } from '../../ports/refusal.ts'
import { hashOneTimeCode, hashOpaqueToken, makeOneTimeCode } from '../../security/one-time-code.ts'
import { lockPasswordReset, updatePasswordReset } from '../../storage/accounts/password-resets.ts'
import { findUser } from '../../storage/accounts/users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { isOwnAddress, mailCode, mayRecover } from './start-recovery.ts'

/**
 * Mails another code for the same token; the one before ends. Refuses a token that is unknown or over as
 * expired, and more codes for one address than `limit` allows.
 */
export async function sendCodeAgain(
  services: AuthServices,
  token: string,
  limit: AttemptLimit,
): Promise<void> {
  const code = makeOneTimeCode()
  const reset = await inTransaction(services.db, async (tx) => {
    const now = services.clock.now()
    const found = await lockPasswordReset(tx, hashOpaqueToken(token))
    if (!found || found.verified || Date.parse(found.expires_at) <= now) throw new Refusal('OTP_EXPIRED')
    await limit.consume(found.address_hash)
    await updatePasswordReset(tx, found.id, {
      code_hash: hashOneTimeCode(token, code),
      failed_attempts: 0,
      expires_at: toInstant(now + OTP_LIFETIME_MS),
    })
    return found
  })
  const user = reset.user_id === null ? undefined : await findUser(services.db, reset.user_id)
  if (user && mayRecover(user) && isOwnAddress(reset, user)) mailCode(services, user, code)
}
