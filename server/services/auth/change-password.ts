import type { ErrorCode } from '#contract/error-codes.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { checkCurrentPassword, checkNewPassword } from '#domain/users/password-rule.ts'
import { passwordChanged } from '../../messages/password-changed.ts'
import { hashPassword, verifyPassword } from '../../security/passwords.ts'
import { recordAudit } from '../../storage/audit.ts'
import { findCompany } from '../../storage/companies.ts'
import { endDeliveryGrants } from '../../storage/delivery-grants.ts'
import { revokeSessionsOf } from '../../storage/refresh-tokens.ts'
import { findUser, lockPassword, setPassword, type UserRow } from '../../storage/users.ts'
import type { ServiceContext } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { AuthServices } from './auth-services.ts'
import { giveTokens, type TokenPair } from './open-session.ts'

export type PasswordChange = {
  readonly currentPassword: string
  readonly newPassword: string
  readonly confirmPassword: string
}

/**
 * Changes the password of who asks, ends every session and the delivery grants of all other devices, and gives
 * this device the tokens of a new session. Its own grant stays: the person at it just proved to know the password,
 * and what it has queued must still go out. Rules: spec §5, profile.
 */
export async function changePassword(
  context: AuthServices & ServiceContext & { readonly deviceId: string },
  change: PasswordChange,
): Promise<TokenPair> {
  const user = await findUser(context.db, context.actor.userId)
  if (!user) throw new Refusal('TOKEN_INVALID')
  await checkForm(context, change)
  if (!(await verifyPassword(user.password_hash, change.currentPassword))) {
    refuse([{ path: 'currentPassword', code: 'PASSWORD_CURRENT_INVALID' }])
  }
  const hash = await hashPassword(change.newPassword)
  const pair = await context.db.transaction().execute(async (tx) => {
    if ((await lockPassword(tx, user.id)) !== user.password_hash) {
      refuse([{ path: 'currentPassword', code: 'PASSWORD_CURRENT_INVALID' }])
    }
    const at = toInstant(context.clock.now())
    await setPassword(tx, user.id, hash)
    await revokeSessionsOf(tx, user.id, at)
    await endDeliveryGrants(tx, user.id, at, { exceptDevice: context.deviceId })
    await recordAudit(tx, {
      companyId: user.company_id,
      userId: user.id,
      at,
      action: 'password.change',
      subject: `user:${user.id}`,
    })
    return await giveTokens(tx, context, user, { deviceId: context.deviceId, familyId: context.newId() })
  })
  await tellOwner(context, user)
  return pair
}

async function checkForm(context: ServiceContext, change: PasswordChange): Promise<void> {
  const { companyId } = context.actor
  const company = companyId === null ? undefined : await findCompany(context.db, { companyId })
  const rule = company?.settings.passwordCurrentRule ?? DEFAULT_SETTINGS.passwordCurrentRule
  const found: FieldRefusal<ErrorCode>[] = [
    ...checkCurrentPassword(change.currentPassword, rule).map((code) => ({ path: 'currentPassword', code })),
    ...checkNewPassword(change.newPassword, change.confirmPassword).map((code) => ({
      path: code === 'PASSWORD_MISMATCH' ? 'confirmPassword' : 'newPassword',
      code,
    })),
  ]
  if (found.length > 0) refuse(found)
}

function refuse(fields: FieldRefusal<ErrorCode>[]): never {
  throw new Refusal(fields[0]?.code ?? 'REQUEST_INVALID', { fields })
}

/** The change stands whether or not the mail goes out. */
async function tellOwner(context: AuthServices, user: UserRow): Promise<void> {
  const words = passwordChanged[user.language]({ name: user.first_name })
  const outcome = await context.mail.send({
    id: context.newId(),
    companyId: user.company_id,
    to: user.email,
    ...words,
  })
  if (outcome.kind !== 'sent') {
    context.log({ event: 'mail-not-sent', about: 'account-notice', userId: user.id, reason: outcome.reason })
  }
}
