import { importPKCS8, SignJWT } from 'jose'
import * as v from 'valibot'
import type { PushOutcome } from './gateway.ts'
import { post } from './post-message.ts'

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const HOUR_SECONDS = 3600
/** A token is not used in its last minute. */
const EXPIRY_MARGIN_MS = 60_000

const answerSchema = v.object({ access_token: v.string(), expires_in: v.number() })

/** A service account of the Firebase project. */
export type ServiceAccount = {
  readonly clientEmail: string
  /** PKCS #8, PEM. */
  readonly privateKey: string
  readonly tokenUri: string
}

export type TokenStore = {
  /** A token that lives a while; several callers share one request. */
  get(): Promise<{ readonly token: string } | { readonly failed: PushOutcome }>
  /** Deletes a token that was refused. */
  delete(token: string): void
}

/** Exchanges signed assertions of the service account for access tokens (RFC 7523), and keeps them while they live. */
export function createGoogleTokens(account: ServiceAccount, clock: { now(): number }): TokenStore {
  let cached: { readonly token: string; readonly until: number } | undefined
  let pending: Promise<{ readonly token: string } | { readonly failed: PushOutcome }> | undefined

  async function requestToken(): Promise<{ readonly token: string } | { readonly failed: PushOutcome }> {
    const now = Math.floor(clock.now() / 1000)
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.clientEmail)
      .setAudience(account.tokenUri)
      .setIssuedAt(now)
      .setExpirationTime(now + HOUR_SECONDS)
      .sign(await importPKCS8(account.privateKey, 'RS256'))
    const answer = await post(account.tokenUri, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
    })
    if ('failed' in answer) return answer
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), answerSchema), answer.text)
    if (!answer.response.ok || !read.success) {
      // The operator of the server can replace a revoked key, so registrations stay.
      const reason = `no access token: status ${answer.response.status}`
      return { failed: { kind: 'later', reason, retryAfterMs: null } }
    }
    const { access_token: token, expires_in: seconds } = read.output
    cached = { token, until: clock.now() + seconds * 1000 - EXPIRY_MARGIN_MS }
    return { token }
  }

  return {
    async get() {
      if (cached && cached.until > clock.now()) return cached
      pending ??= requestToken().finally(() => {
        pending = undefined
      })
      return await pending
    },
    delete(token) {
      if (cached?.token === token) cached = undefined
    },
  }
}
