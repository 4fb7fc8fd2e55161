import type { EndpointRequest } from '#contract/endpoints.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { checkNewEmail, EMAIL_LINK_LIFETIME_MS } from '#domain/profile/check-profile.ts'
import { confirmEmail } from '../../messages/confirm-email.ts'
import { Refusal } from '../../ports/refusal.ts'
import { hashOpaqueToken, isSameHash, makeOpaqueToken } from '../../security/one-time-code.ts'
import { verifyPassword } from '../../security/passwords.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { findEmailChange, updateEmail, upsertEmailChange } from '../../storage/accounts/email-changes.ts'
import { findTaken } from '../../storage/accounts/managed-users.ts'
import { findUser, lockPassword } from '../../storage/accounts/users.ts'
import { inTransaction } from '../../storage/in-transaction.ts'
import type { AuthServices } from '../auth/auth-services.ts'
import { actedBy, type ServiceContext } from '../context.ts'
import { reportNewEmail } from '../mail/report-new-email.ts'
import { sendAccountMail } from '../mail/send-account-mail.ts'
import { refuseFields } from '../operations/refuse-fields.ts'

/**
 * Mails a link to the new address (spec §5, Profile); the account keeps the old address until the link is
 * opened. Requires the password, because a thief with an unlocked phone must not take over the account.
 * Refuses fields, and an address that another account has.
 */
export async function changeEmail(
  context: AuthServices & ServiceContext,
  form: EndpointRequest<'profile.change-email'>,
): Promise<void> {
  refuseFields([
    ...checkNewEmail(form),
    ...(form.currentPassword === '' ? [{ path: 'currentPassword', code: 'PASSWORD_CURRENT_REQUIRED' }] : []),
  ])
  const user = await findUser(context.db, context.actor.userId)
  if (!user) throw new Refusal('TOKEN_INVALID')
  if (!(await verifyPassword(user.password_hash, form.currentPassword))) {
    refuseFields([{ path: 'currentPassword', code: 'PASSWORD_CURRENT_INVALID' }])
  }
  const email = form.newEmail.trim()
  await refuseTaken(context, email)
  const token = makeOpaqueToken()
  await upsertEmailChange(context.db, {
    user_id: user.id,
    token_hash: hashOpaqueToken(token),
    email,
    expires_at: toInstant(context.clock.now() + EMAIL_LINK_LIFETIME_MS),
  })
  const url = `${context.publicUrl()}/profile?confirm=${token}`
  const content = confirmEmail[user.language]({ name: user.first_name, url })
  await sendAccountMail(context, { ...user, email }, 'confirm-email', content)
}

/**
 * Makes the address that a link was mailed to that of the account, and reports it to the address before. Only the person
 * who asked can, within a day. The link may be opened again, which changes nothing: its answer may have been lost.
 */
export async function confirmNewEmail(context: AuthServices & ServiceContext, token: string): Promise<void> {
  const { userId } = context.actor
  const { before, email } = await inTransaction(context.db, async (tx) => {
    await lockPassword(tx, userId)
    const at = toInstant(context.clock.now())
    const user = await findUser(tx, userId)
    if (!user) throw new Refusal('TOKEN_INVALID')
    const asked = await findEmailChange(tx, userId, at)
    if (!asked || !isSameHash(asked.token_hash, hashOpaqueToken(token))) {
      throw new Refusal('PROFILE_EMAIL_LINK_EXPIRED')
    }
    if (user.email === asked.email) return { before: user, email: asked.email }
    await refuseTaken({ ...context, db: tx }, asked.email)
    await updateEmail(tx, userId, asked.email)
    await insertAuditEntry(tx, {
      companyId: context.actor.companyId,
      ...actedBy(context),
      at,
      action: 'profile.change-email',
      subject: `user:${userId}`,
    })
    return { before: user, email: asked.email }
  })
  await reportNewEmail(context, before, email)
}

async function refuseTaken(
  { db, actor }: Pick<ServiceContext, 'actor' | 'db'>,
  email: string,
): Promise<void> {
  const taken = await findTaken(db, { email }, actor.userId)
  if (taken.email) refuseFields([{ path: 'newEmail', code: 'ACCOUNT_EMAIL_REGISTERED' }])
}
