import type { ErrorCode } from '#contract/error-codes.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { checkPasswordChange, type PasswordChange } from '#domain/users/password-rule.ts'
import { passwordChanged } from '../../messages/password-changed.ts'
import { Refusal } from '../../ports/refusal.ts'
import { hashPassword, verifyPassword } from '../../security/passwords.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findCompany } from '../../storage/accounts/companies.ts'
import { revokeDeliveryGrants } from '../../storage/accounts/delivery-grants.ts'
import { deletePasswordResets } from '../../storage/accounts/password-resets.ts'
import { findDeviceKey, revokeUserSessions } from '../../storage/accounts/refresh-tokens.ts'
import { findUser, lockPassword, updatePassword } from '../../storage/accounts/users.ts'
import { inOneTransaction } from '../../storage/in-transaction.ts'
import type { ServiceContext } from '../context.ts'
import { sendAccountMail } from '../mail/send-account-mail.ts'
import type { AuthServices } from './auth-services.ts'
import { issueTokens, type TokenPair } from './issue-tokens.ts'

/**
 * Changes the password of who asks, ends every session, the delivery grants of all other devices and a recovery that was
 * begun, and gives this device the tokens of a new session. Its own grant stays: the person at it just proved to know the password,
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
  const pair = await inOneTransaction(context.db, async (tx) => {
    // Before the account is locked: a recovery locks them in this order.
    await deletePasswordResets(tx, user.id)
    if ((await lockPassword(tx, user.id)) !== user.password_hash) {
      refuse([{ path: 'currentPassword', code: 'PASSWORD_CURRENT_INVALID' }])
    }
    const at = toInstant(context.clock.now())
    await updatePassword(tx, user.id, hash)
    await revokeUserSessions(tx, user.id, at)
    await revokeDeliveryGrants(tx, user.id, at, { exceptDevice: context.deviceId })
    await insertAuditEntry(tx, {
      companyId: user.company_id,
      userId: user.id,
      deviceId: context.deviceId,
      organizationId: user.organization_id,
      at,
      action: 'password.change',
      subject: `user:${user.id}`,
    })
    const publicKey = await findDeviceKey(tx, user.id, context.deviceId)
    const opened = { deviceId: context.deviceId, familyId: context.newId(), publicKey }
    return await issueTokens(tx, context, user, opened)
  })
  // The password is changed even if the mail cannot be sent.
  const content = passwordChanged[user.language]({ name: user.first_name })
  await sendAccountMail(context, user, 'account-notice', content)
  return pair
}

async function checkForm(context: ServiceContext, change: PasswordChange): Promise<void> {
  const { companyId } = context.actor
  const company = companyId === null ? undefined : await findCompany(context.db, { companyId })
  const rule = company?.settings.passwordCurrentRule ?? DEFAULT_SETTINGS.passwordCurrentRule
  const refusals = checkPasswordChange(change, rule)
  if (refusals.length > 0) refuse(refusals)
}

function refuse(fields: FieldRefusal<ErrorCode>[]): never {
  throw new Refusal(fields[0]?.code ?? 'REQUEST_INVALID', { fields })
}
