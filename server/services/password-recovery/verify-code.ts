import type { EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import {
  checkOneTimeCode,
  decideOneTimeCode,
  normalizeOneTimeCode,
} from '#domain/recovery/recover-password.ts'
import { Refusal } from '../../ports/refusal.ts'
import { hashOneTimeCode, hashOpaqueToken, isSameHash, tokenAfter } from '../../security/one-time-code.ts'
import { lockPasswordReset, updatePasswordReset } from '../../storage/accounts/password-resets.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

/** How long a new password may be thought about once the code was right. */
const CHOICE_LIFETIME_MS = 15 * 60_000

/**
 * Takes the code and gives the one-use token for the new password. Refuses with the messages of spec §8; an
 * unknown token gets the answer for an expired code. Wrong attempts are counted one by one, also when several
 * arrive at the same time.
 */
export async function verifyCode(
  services: AuthServices,
  request: EndpointRequest<'recovery.verify'>,
): Promise<string> {
  const code = normalizeOneTimeCode(request.code)
  refuseFields(checkOneTimeCode(code))
  const verification = tokenAfter(request.verification, code)
  const now = services.clock.now()
  const outcome = await inTransaction(services.db, async (tx) => {
    // The answer to this code was lost: it is given again for as long as it lives.
    const before = await lockPasswordReset(tx, hashOpaqueToken(verification))
    if (before?.verified && Date.parse(before.expires_at) > now) return { kind: 'accepted' } as const
    const reset = await lockPasswordReset(tx, hashOpaqueToken(request.verification))
    if (!reset || reset.verified) return { kind: 'refused', code: 'OTP_EXPIRED' } as const
    const isRight = isSameHash(reset.code_hash, hashOneTimeCode(request.verification, code))
    const decision = decideOneTimeCode(
      { failedAttempts: reset.failed_attempts, expiresAt: Date.parse(reset.expires_at) },
      isRight,
      now,
    )
    if (decision.kind === 'refused') {
      // Counted although it is refused: the refusal is thrown after the commit.
      await updatePasswordReset(tx, reset.id, { failed_attempts: decision.failedAttempts })
      return decision
    }
    await updatePasswordReset(tx, reset.id, {
      token_hash: hashOpaqueToken(verification),
      verified: true,
      expires_at: toInstant(now + CHOICE_LIFETIME_MS),
    })
    return decision
  })
  if (outcome.kind === 'refused') {
    // An expired code is not a mistake in the field: nothing that is typed there helps.
    const fields = outcome.code === 'OTP_EXPIRED' ? [] : [{ path: 'code', code: outcome.code }]
    throw new Refusal(outcome.code, { fields })
  }
  return verification
}
