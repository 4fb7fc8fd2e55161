import type { EndpointRequest } from '#contract/endpoints.ts'
import { refreshText } from '#contract/session.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { sessionStolen } from '../../messages/session-stolen.ts'
import { Refusal } from '../../ports/refusal.ts'
import { isSignedByDevice } from '../../security/device-signature.ts'
import { hashOpaqueToken } from '../../security/one-time-code.ts'
import { insertAuditEntry } from '../../storage/accounts/audit.ts'
import { revokeDeliveryGrants } from '../../storage/accounts/delivery-grants.ts'
import {
  findRefreshToken,
  lockRefreshToken,
  type RefreshTokenRow,
  revokeTokenFamily,
  updateRefreshTokenUsed,
} from '../../storage/accounts/refresh-tokens.ts'
import { findUser, lockPassword, type UserRow } from '../../storage/accounts/users.ts'
import { inOneTransaction } from '../../storage/in-transaction.ts'
import type { Db } from '../../storage/schema.ts'
import { sendAccountMail } from '../mail/send-account-mail.ts'
import type { AuthServices } from './auth-services.ts'
import { issueAccessToken, issueTokens, type TokenPair } from './issue-tokens.ts'
import { requireActiveUser } from './require-active-user.ts'

/** A used token is good this long without a signature: a second tab asked too, or a browser keeps no key. */
const REUSE_GRACE_MS = 30_000

/** The next pair of a session, and whose it is. */
export type Refreshed = { readonly user: UserRow; readonly pair: TokenPair }

/**
 * Returns the pair that follows a refresh token. A token always has the same successor: a phone that lost the
 * answer gets it again, however late, as long as the successor was not used and the key of the device signs.
 * Any other use of a token that was already used means that two devices have it: the whole session ends, and
 * with it the delivery grants of that device. Refuses with `REFRESH_REFUSED`, and a disabled user or company.
 */
export async function refreshSession(
  services: AuthServices,
  request: EndpointRequest<'auth.refresh'>,
): Promise<Refreshed> {
  const hash = hashOpaqueToken(request.refresh_token)
  const known = await findRefreshToken(services.db, hash)
  if (!known) throw new Refusal('REFRESH_REFUSED')
  const refreshed = await inOneTransaction(services.db, async (tx) => {
    // One at a time for each user, so that no token is born while its session ends.
    await lockPassword(tx, known.user_id)
    const token = await lockRefreshToken(tx, hash)
    return token ? await rotate(tx, services, token, request) : undefined
  })
  if (refreshed && 'pair' in refreshed) return refreshed
  if (refreshed) {
    const { stolenFrom } = refreshed
    const content = sessionStolen[stolenFrom.language]({ name: stolenFrom.first_name })
    await sendAccountMail(services, stolenFrom, 'account-notice', content)
  }
  throw new Refusal('REFRESH_REFUSED')
}

/** `undefined` and a theft refuse; what the theft of a token ended is committed. */
async function rotate(
  tx: Db,
  services: AuthServices,
  token: RefreshTokenRow,
  request: EndpointRequest<'auth.refresh'>,
): Promise<Refreshed | { readonly stolenFrom: UserRow } | undefined> {
  const now = services.clock.now()
  if (token.revoked_at !== null || Date.parse(token.expires_at) <= now) return undefined
  const next = services.tokens.refreshTokenAfter(request.refresh_token)
  const successor = await findRefreshToken(tx, hashOpaqueToken(next))
  const user = await findUser(tx, token.user_id)
  if (!user) return undefined
  if (token.used_at !== null && now - Date.parse(token.used_at) > REUSE_GRACE_MS) {
    const isAnswerLost = successor?.used_at === null && isSignedRefresh(token, request)
    if (!isAnswerLost) {
      await endStolenSession(tx, token, user, now)
      services.log({ event: 'refresh-token-reused', userId: token.user_id, deviceId: token.device_id })
      return { stolenFrom: user }
    }
  }
  requireActiveUser(user)
  await updateRefreshTokenUsed(tx, token.token_hash, toInstant(now))
  const { device_id: deviceId, family_id: familyId, public_key: publicKey } = token
  const session = { deviceId, familyId, publicKey }
  const pair = successor
    ? { token: await issueAccessToken(services, user, session), refresh_token: next }
    : await issueTokens(tx, services, user, session, next)
  return { user, pair }
}

function isSignedRefresh(token: RefreshTokenRow, request: EndpointRequest<'auth.refresh'>): boolean {
  const { refresh_token: refreshToken, signature } = request
  if (token.public_key === null || signature === undefined) return false
  return isSignedByDevice(token.public_key, refreshText(refreshToken), signature)
}

async function endStolenSession(tx: Db, token: RefreshTokenRow, user: UserRow, now: number): Promise<void> {
  const at = toInstant(now)
  await revokeTokenFamily(tx, token.family_id, at)
  await revokeDeliveryGrants(tx, token.user_id, at, { device: token.device_id })
  await insertAuditEntry(tx, {
    companyId: user.company_id,
    organizationId: user.organization_id,
    userId: user.id,
    deviceId: token.device_id,
    at,
    action: 'session.theft',
    subject: `session:${token.family_id}`,
  })
}
