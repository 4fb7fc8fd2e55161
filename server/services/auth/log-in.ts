import type { EndpointAnswer, EndpointRequest } from '#contract/endpoints.ts'
import { dayText, fiscalDayOf, fiscalTimeOf, toInstant } from '#domain/calendar/east-africa.ts'
import { newPhoneLogin } from '../../messages/new-phone-login.ts'
import type { AttemptLimit } from '../../ports/attempt-limit.ts'
import { Refusal } from '../../ports/refusal.ts'
import { verifyPassword, verifyUnknownUser } from '../../security/passwords.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { deleteExpiredTokens } from '../../storage/accounts/refresh-tokens.ts'
import { noteLogin } from '../../storage/accounts/user-devices.ts'
import { findUserByUsername, lockPassword, type UserWithTenantStatus } from '../../storage/accounts/users.ts'
import { inOneTransaction } from '../../storage/in-transaction.ts'
import { sendAccountMail } from '../mail/send-account-mail.ts'
import { requireSecondFactor } from '../second-factor/require-second-factor.ts'
import { readSession } from '../session/read-session.ts'
import type { AuthServices } from './auth-services.ts'
import { issueDeliveryGrant } from './delivery-grant.ts'
import { issueTokens } from './issue-tokens.ts'
import { requireActiveUser } from './require-active-user.ts'

/**
 * Opens a session on a device. A wrong password and an unknown name get the same answer after the same time
 * (spec §8: "Invalid credentials"); only a caller with the right password learns that the account is
 * disabled, or that a code is needed besides.
 */
export async function logIn(
  services: AuthServices,
  request: EndpointRequest<'auth.login'>,
  deviceName: string,
  secondFactorLimit: AttemptLimit,
): Promise<EndpointAnswer<'auth.login'>> {
  const user = await verifyCredentials(services, request.username, request.password)
  requireActiveUser(user)
  const { news, answer } = await inOneTransaction(services.db, async (tx) => {
    // A password that was changed meanwhile opens nothing.
    if ((await lockPassword(tx, user.id)) !== user.password_hash) throw new Refusal('INVALID_CREDENTIALS')
    const { code } = request
    await requireSecondFactor(tx, services, secondFactorLimit, { userId: user.id, code })
    const at = toInstant(services.clock.now())
    const login = { userId: user.id, deviceId: request.deviceId, name: deviceName, at }
    const deviceNews = await noteLogin(tx, login)
    await deleteExpiredTokens(tx, user.id, at)
    const familyId = services.newId()
    const key = request.devicePublicKey
    const opened = { deviceId: request.deviceId, familyId, publicKey: key ?? null }
    const tokens = await issueTokens(tx, services, user, opened)
    const grant = key
      ? await issueDeliveryGrant(tx, services, user, { id: request.deviceId, publicKey: key })
      : null
    await insertAuditEntry(tx, {
      companyId: user.company_id,
      userId: user.id,
      deviceId: request.deviceId,
      organizationId: user.organization_id,
      at,
      action: 'session.open',
      subject: `session:${familyId}`,
      detail: { deviceId: request.deviceId },
    })
    const session = await readSession({ ...services, db: tx }, user)
    return { news: deviceNews, answer: { ...tokens, session, grant } }
  })
  if (news === 'new') mailNewPhone(services, user, deviceName)
  return answer
}

/** Mails the person about a sign-in on a new phone; the sign-in does not wait for the mail. */
function mailNewPhone(services: AuthServices, user: UserWithTenantStatus, deviceName: string): void {
  const now = toInstant(services.clock.now())
  const content = newPhoneLogin[user.language]({
    name: user.first_name,
    phone: deviceName === '' ? '–' : deviceName,
    at: `${dayText(fiscalDayOf(now))} ${fiscalTimeOf(now).slice(0, 5)}`,
  })
  void sendAccountMail(services, user, 'new-phone', content)
}

async function verifyCredentials(
  services: AuthServices,
  username: string,
  password: string,
): Promise<UserWithTenantStatus> {
  const user = await findUserByUsername(services.db, username)
  const isPasswordValid = user
    ? await verifyPassword(user.password_hash, password)
    : await verifyUnknownUser(password)
  if (!user || !isPasswordValid) throw new Refusal('INVALID_CREDENTIALS')
  return user
}
