import type { ErrorCode } from '#contract/error-codes.ts'
import type { User } from '#contract/users.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { mayHaveSecondFactor, plainTimeCode, RECOVERY_CODES } from '#domain/users/second-factor.ts'
import type { AttemptLimit } from '../../ports/attempt-limit.ts'
import { Refusal } from '../../ports/refusal.ts'
import { verifyPassword } from '../../security/passwords.ts'
import {
  acceptedStep,
  base32,
  hashRecoveryCode,
  makeRecoveryCode,
  makeTimeSecret,
} from '../../security/time-codes.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  insertSecondFactor,
  lockSecondFactor,
  replaceRecoveryCodes,
  type SecondFactor,
} from '../../storage/accounts/second-factors.ts'
import { findUser, type UserWithTenantStatus } from '../../storage/accounts/users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import type { MailSender } from '../mail/send-account-mail.ts'
import { lockManagedUser } from '../users/managed-user.ts'
import { reportSecondFactor } from './report-second-factor.ts'
import { requireSecondFactor, takeTimeCode } from './require-second-factor.ts'

function refuseAt(path: string, code: ErrorCode): never {
  throw new Refusal(code, { fields: [{ path, code }] })
}

/** The caller's account. Refuses those who may have no second factor. */
async function ownAccount({ db, actor }: ServiceContext): Promise<UserWithTenantStatus> {
  if (!mayHaveSecondFactor(actor.userType)) throw new Refusal('FORBIDDEN')
  const user = await findUser(db, actor.userId)
  if (!user) throw new Refusal('TOKEN_INVALID')
  return user
}

async function requirePassword(context: ServiceContext, password: string): Promise<UserWithTenantStatus> {
  const user = await ownAccount(context)
  if (password === '') refuseAt('currentPassword', 'PASSWORD_CURRENT_REQUIRED')
  if (!(await verifyPassword(user.password_hash, password)))
    refuseAt('currentPassword', 'PASSWORD_CURRENT_INVALID')
  return user
}

async function record(
  tx: Db,
  context: ServiceContext,
  { action }: { readonly action: 'second-factor.on' | 'second-factor.off' },
): Promise<void> {
  const { actor, clock } = context
  await insertAuditEntry(tx, {
    ...{ companyId: actor.companyId, ...actedBy(context), at: toInstant(clock.now()) },
    ...{ action, subject: `user:${actor.userId}` },
  })
}

/** Whether the caller has it on, and the recovery codes left. */
export async function readSecondFactor(context: ServiceContext) {
  await ownAccount(context)
  const { on, left } = await countRecoveryCodes(context.db, context.actor.userId)
  return { on, recoveryCodesLeft: left }
}

/** Makes a secret for the app of the caller, after the password; it does not count yet. */
export async function beginSecondFactor(
  context: ServiceContext,
  limit: AttemptLimit,
  { currentPassword }: { readonly currentPassword: string },
): Promise<{ readonly secret: string; readonly uri: string }> {
  const { actor, clock, db, encryption } = context
  await limit.consume(actor.userId)
  const user = await requirePassword(context, currentPassword)
  await limit.refund(actor.userId)
  const made = makeTimeSecret()
  await inTransaction(db, async (tx) => {
    if ((await lockSecondFactor(tx, user.id))?.confirmed) throw new Refusal('FORBIDDEN')
    const at = toInstant(clock.now())
    await insertSecondFactor(tx, { userId: user.id, sealedSecret: encryption.encrypt(made), at })
  })
  const secret = base32(Buffer.from(made, 'hex'))
  const label = encodeURIComponent(`Risiti:${user.username}`)
  return { secret, uri: `otpauth://totp/${label}?secret=${secret}&issuer=Risiti` }
}

/** For how long the answer to a confirmation may be asked for again, with the code of its time step. */
const ASKED_AGAIN_MS = 120_000

/** Whether this code switched it on just now, and the answer with the recovery codes was lost. */
function isConfirmedBy({ clock, encryption }: ServiceContext, factor: SecondFactor, code: string): boolean {
  const { sealedSecret, confirmedAt, lastStep } = factor
  const nowMs = clock.now()
  if (confirmedAt === null || nowMs - Date.parse(confirmedAt) > ASKED_AGAIN_MS) return false
  const given = { nowMs, lastStep: lastStep - 1 }
  return acceptedStep(encryption.decrypt(sealedSecret), plainTimeCode(code), given) === lastStep
}

/**
 * Switches it on with the first code of the app, and mails that to the person; answers the recovery codes, which only
 * their hashes are kept of. The same code again gives other recovery codes.
 */
export async function confirmSecondFactor(
  context: MailSender & ServiceContext,
  limit: AttemptLimit,
  { code }: { readonly code: string },
): Promise<{ readonly recoveryCodes: string[] }> {
  const { id } = await ownAccount(context)
  if (code === '') refuseAt('code', 'SECOND_FACTOR_REQUIRED')
  await limit.consume(id)
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)
  const isNew = await inTransaction(context.db, async (tx) => {
    const factor = await lockSecondFactor(tx, id)
    const repeated = factor !== undefined && isConfirmedBy(context, factor, code)
    if (factor?.confirmed && !repeated) throw new Refusal('FORBIDDEN')
    const at = toInstant(context.clock.now())
    if (!factor || !(repeated || (await takeTimeCode(tx, context, id, factor, code, at))))
      refuseAt('code', 'SECOND_FACTOR_INVALID')
    await replaceRecoveryCodes(
      tx,
      id,
      recoveryCodes.map((recoveryCode) => hashRecoveryCode(id, recoveryCode)),
    )
    if (!repeated) await record(tx, context, { action: 'second-factor.on' })
    return !repeated
  })
  await limit.refund(id)
  if (isNew) await reportSecondFactor(context, id, { on: true })
  return { recoveryCodes }
}

/** Switches it off, after the password and a code, and mails that to the person. */
export async function endSecondFactor(
  context: MailSender & ServiceContext,
  limits: { readonly password: AttemptLimit; readonly secondFactor: AttemptLimit },
  { currentPassword, code }: { readonly currentPassword: string; readonly code: string },
): Promise<void> {
  const { userId } = context.actor
  if (code === '') refuseAt('code', 'SECOND_FACTOR_REQUIRED')
  await limits.password.consume(userId)
  await requirePassword(context, currentPassword)
  await limits.password.refund(userId)
  const wasOn = await inTransaction(context.db, async (tx) => {
    await requireSecondFactor(tx, context, limits.secondFactor, { userId, code })
    const ended = await deleteSecondFactor(tx, userId)
    if (ended) await record(tx, context, { action: 'second-factor.off' })
    return ended
  })
  if (wasOn) await reportSecondFactor(context, userId, { on: false })
}

/**
 * Switches off the second factor of a managed account, and mails that to its person, who lost the phone and the recovery
 * codes, or did not ask for it.
 */
export async function resetSecondFactor(context: MailSender & ServiceContext, id: string): Promise<User> {
  const { actor, clock, db } = context
  const { user, wasOn } = await inTransaction(db, async (tx) => {
    const managed = await lockManagedUser(tx, actor, id)
    const ended = await deleteSecondFactor(tx, id)
    if (ended) {
      await insertAuditEntry(tx, {
        ...{ companyId: managed.company?.id ?? null, ...actedBy(context), at: toInstant(clock.now()) },
        organizationId: managed.organization?.id ?? null,
        ...{ action: 'second-factor.reset', subject: `user:${id}` },
      })
    }
    return { user: { ...managed, secondFactor: false }, wasOn: ended }
  })
  if (wasOn) await reportSecondFactor(context, id, { on: false })
  return user
}
