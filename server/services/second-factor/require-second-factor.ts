import { toInstant } from '#domain/calendar/east-africa.ts'
import { plainTimeCode } from '#domain/users/second-factor.ts'
import type { AttemptLimit } from '../../ports/attempt-limit.ts'
import { Refusal } from '../../ports/refusal.ts'
import { acceptedStep, hashRecoveryCode } from '../../security/time-codes.ts'
import {
  lockSecondFactor,
  type SecondFactor,
  takeRecoveryCode,
  updateLastStep,
} from '../../storage/accounts/second-factors.ts'
import type { Db } from '../../storage/schema.ts'
import type { Services } from '../context.ts'

type Checks = Pick<Services, 'clock' | 'encryption'>

/**
 * Lets a person with the right password pass, who has no second factor or gives its code: one of the app, each time step
 * once, or a recovery code, each once. Refuses with `SECOND_FACTOR_REQUIRED` or `SECOND_FACTOR_INVALID`.
 */
export async function requireSecondFactor(
  tx: Db,
  services: Checks,
  limit: AttemptLimit,
  { userId, code }: { readonly userId: string; readonly code: string | undefined },
): Promise<void> {
  const factor = await lockSecondFactor(tx, userId)
  if (!factor?.confirmed) return
  if (code === undefined || code === '') throw new Refusal('SECOND_FACTOR_REQUIRED')
  // Counted only after the password was right: others cannot use up the attempts of a person.
  await limit.consume(userId)
  const isGood =
    (await takeTimeCode(tx, services, userId, factor, code)) ||
    (await takeRecoveryCode(tx, userId, hashRecoveryCode(userId, code), toInstant(services.clock.now())))
  if (!isGood)
    throw new Refusal('SECOND_FACTOR_INVALID', { fields: [{ path: 'code', code: 'SECOND_FACTOR_INVALID' }] })
  await limit.refund(userId)
}

/** Uses up a code of the app. `confirmedAt` switches the factor on with it. Says whether the code was good. */
export async function takeTimeCode(
  tx: Db,
  { clock, encryption }: Checks,
  userId: string,
  { sealedSecret, lastStep }: SecondFactor,
  code: string,
  confirmedAt?: string,
): Promise<boolean> {
  const secret = encryption.decrypt(sealedSecret)
  const step = acceptedStep(secret, plainTimeCode(code), { nowMs: clock.now(), lastStep })
  if (step === undefined) return false
  await updateLastStep(tx, userId, step, confirmedAt)
  return true
}
