import { type Caller, createCaller } from '#api/call.ts'
import type { CallFailure } from '#api/failure.ts'
import type { CallingAccount } from '#api/is-own-answer.ts'
import { refreshText } from '#contract/session.ts'
import type { StoredTokens } from '#data/session-secrets.ts'
import type { Account } from './account.ts'
import type { Tokens } from './local-session-store.ts'
import type { SessionDeps } from './session-deps.ts'
import { signAsDevice } from './sign-as-device.ts'
import { deleteUsedTokens, findTokens, type Replaced, replaceTokens } from './token-store.ts'

export type Refreshed =
  | { readonly kind: 'fresh'; readonly tokens: StoredTokens }
  /** The session is over; the user is signed out. */
  | { readonly kind: 'ended' }
  /** The server could not be asked; the session continues. */
  | { readonly kind: 'failed'; readonly failure: CallFailure }

/** The calls that need no bearer. An answer for an account must belong to that account, above all new tokens. */
export function publicCaller(deps: SessionDeps, account: CallingAccount | null): Caller {
  return createCaller({
    prefix: deps.prefix,
    ...(deps.fetch ? { fetch: deps.fetch } : {}),
    tokens: null,
    account: account && { userId: account.userId, companyId: account.companyId },
    newId: deps.ports.newId,
  })
}

/** Stores a pair in the place of an earlier one (`replaceTokens`); one that comes after a logout ends at the server too. */
export async function storeNewTokens(
  deps: SessionDeps,
  account: Account,
  tokens: Tokens,
  replaced: Replaced,
): Promise<StoredTokens | undefined> {
  const kept = await replaceTokens(deps, account, tokens, replaced)
  const { refresh_token } = tokens
  if (!kept) void publicCaller(deps, account)('auth.logout', { refresh_token })
  return kept
}

/**
 * Longer than an exchange takes. Another one beside it does no harm: the server gives the same successor again, and the
 * pair that is stored first counts.
 */
const LONGEST_EXCHANGE_MS = 45_000

/**
 * Exchanges the pair whose bearer is `usedToken` for a new one. All tabs and the worker share one exchange: a second
 * caller finds the new pair once it has the lock. Only a refusal of the server ends the session (spec §7).
 */
export function refreshTokens(deps: SessionDeps, account: Account, usedToken: string): Promise<Refreshed> {
  const exchange = async (): Promise<Refreshed> => {
    const tokens = await findTokens(account)
    if (!tokens) return { kind: 'ended' }
    if (tokens.token !== usedToken) return { kind: 'fresh', tokens }
    const { refreshToken } = tokens
    const signature = await signAsDevice(account, refreshText(refreshToken))
    const outcome = await publicCaller(deps, account)('auth.refresh', {
      refresh_token: refreshToken,
      ...(signature === undefined ? {} : { signature }),
    })
    if (outcome.kind === 'answered') {
      const fresh = await storeNewTokens(deps, account, outcome.value, { token: usedToken })
      return fresh ? { kind: 'fresh', tokens: fresh } : { kind: 'ended' }
    }
    const refused = outcome.kind === 'refused' && [400, 401, 403].includes(outcome.status)
    if (!refused) return { kind: 'failed', failure: outcome }
    const later = await deleteUsedTokens(deps, account, usedToken)
    if (later) return { kind: 'fresh', tokens: later }
    deps.onEvent('refresh-refused')
    return { kind: 'ended' }
  }
  return deps.locks.exclusive(`auth:${account.id}`, exchange, { longestMs: LONGEST_EXCHANGE_MS })
}
