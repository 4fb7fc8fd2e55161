import { EXPIRED_TOKEN_MESSAGE } from '#contract/problem.ts'
import type { CallOutcome } from './failure.ts'
import type { TokenSource } from './token-source.ts'

/**
 * Sends with the account's bearer, and again with a renewed one when it had just expired (spec §7). Without a bearer
 * nothing is sent.
 */
export async function withBearer<T>(
  tokens: TokenSource,
  send: (bearer: string) => Promise<CallOutcome<T>>,
): Promise<CallOutcome<T>> {
  const bearer = await tokens.bearer()
  if (bearer.kind === 'failed') return bearer.failure
  if (bearer.kind === 'none') return notSignedIn()
  const first = await send(bearer.token)
  const expired = first.kind === 'refused' && first.status === 401 && first.message === EXPIRED_TOKEN_MESSAGE
  if (!expired) return first
  const renewed = await tokens.renew(bearer.token)
  if (renewed.kind === 'failed') return renewed.failure
  return renewed.kind === 'none' ? first : send(renewed.token)
}

function notSignedIn(): CallOutcome<never> {
  return {
    kind: 'refused',
    status: 401,
    code: 'TOKEN_MISSING',
    message: '',
    fields: [],
    data: {},
    retryAfterMs: null,
  }
}
