import { DAY_MS, toInstant } from '#domain/calendar/east-africa.ts'
import { hashOpaqueToken, makeOpaqueToken } from '../../security/one-time-code.ts'
import type { DeviceKey } from '../../storage/accounts/delivery-grants.ts'
import { insertRefreshToken } from '../../storage/accounts/refresh-tokens.ts'
import type { UserRow } from '../../storage/accounts/users.ts'
import type { Db } from '../../storage/schema.ts'
import type { AuthServices } from './auth-services.ts'

/** A phone that was off this long signs in again; its unsent work goes out under the delivery grant meanwhile. */
const REFRESH_LIFETIME_MS = 60 * DAY_MS

export type TokenPair = { readonly token: string; readonly refresh_token: string }

/** The session that a pair of tokens belongs to: on which device, and with which key that one signs. */
export type TokenSession = {
  readonly deviceId: string
  readonly familyId: string
  readonly publicKey: DeviceKey | null
}

/** Gives a pair of tokens of a session; a new `familyId` opens one. The database keeps only a hash. */
export async function issueTokens(
  tx: Db,
  services: Pick<AuthServices, 'clock' | 'tokens'>,
  user: UserRow,
  session: TokenSession,
  refreshToken = makeOpaqueToken(),
): Promise<TokenPair> {
  const now = services.clock.now()
  await insertRefreshToken(tx, {
    token_hash: hashOpaqueToken(refreshToken),
    family_id: session.familyId,
    user_id: user.id,
    device_id: session.deviceId,
    created_at: toInstant(now),
    expires_at: toInstant(now + REFRESH_LIFETIME_MS),
    used_at: null,
    revoked_at: null,
    public_key: session.publicKey,
  })
  return { token: await issueAccessToken(services, user, session), refresh_token: refreshToken }
}

/** A bearer for a session that has its refresh token already. */
export async function issueAccessToken(
  services: Pick<AuthServices, 'tokens'>,
  user: UserRow,
  session: Pick<TokenSession, 'deviceId' | 'familyId'>,
): Promise<string> {
  return await services.tokens.issue({
    userId: user.id,
    companyId: user.company_id,
    userType: user.user_type,
    deviceId: session.deviceId,
    familyId: session.familyId,
  })
}
