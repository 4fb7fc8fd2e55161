import { createHmac, hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { USER_TYPES } from '#domain/users/user.ts'
import type { Clock } from '../ports/system.ts'

/** What an access token says; what may be done is decided from the database, not from here. */
export type Claims = {
  readonly userId: string
  readonly companyId: string | null
  readonly userType: (typeof USER_TYPES)[number]
  readonly deviceId: string
  /** The session: family of the refresh tokens. */
  readonly familyId: string
}

export type AccessTokens = {
  issue(claims: Claims): Promise<string>
  read(token: string): Promise<Claims | 'expired' | 'invalid'>
  /** The refresh token that follows another one: always the same, so that it can be given again. */
  refreshTokenAfter(refreshToken: string): string
}

const LIFETIME_S = 15 * 60
const ISSUER = 'risiti'
/** Another kind of token of this server, should one come, opens none of its calls. */
const AUDIENCE = 'risiti-api'

const payloadSchema = v.object({
  sub: v.pipe(v.string(), v.uuid()),
  company: v.nullable(v.pipe(v.string(), v.uuid())),
  type: v.picklist(USER_TYPES),
  device: v.pipe(v.string(), v.uuid()),
  session: v.pipe(v.string(), v.uuid()),
})

/** Access tokens of 15 minutes, HS256 under the server's key. */
export function createAccessTokens(key: Uint8Array, clock: Clock): AccessTokens {
  const successorKey = hkdfSync('sha256', key, '', 'risiti next refresh token', 32)
  return {
    refreshTokenAfter: (refreshToken) =>
      createHmac('sha256', new Uint8Array(successorKey)).update(refreshToken).digest('base64url'),
    issue: async (claims) => {
      const now = Math.floor(clock.now() / 1000)
      const { userId, companyId: company, userType: type, deviceId: device, familyId: session } = claims
      return await new SignJWT({ company, type, device, session })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(now)
        .setExpirationTime(now + LIFETIME_S)
        .sign(key)
    },
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['exp', 'iat'],
          currentDate: new Date(clock.now()),
        })
        const read = v.safeParse(payloadSchema, payload)
        if (!read.success) return 'invalid'
        const { sub, company, type, device, session } = read.output
        return { userId: sub, companyId: company, userType: type, deviceId: device, familyId: session }
      } catch (error) {
        return error instanceof errors.JWTExpired ? 'expired' : 'invalid'
      }
    },
  }
}
