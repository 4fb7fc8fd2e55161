import { type Caller, createCaller } from '#api/call.ts'
import type { Bearer, TokenSource } from '#api/token-source.ts'
import { createTrafficCounter } from '#data/traffic.ts'
import type { Account } from './account.ts'
import { type Refreshed, refreshTokens } from './refresh-tokens.ts'
import type { SessionDeps } from './session-deps.ts'
import { REFRESH_UNDER_MS, remainingMs } from './token-life.ts'
import { findTokens } from './token-store.ts'

function bearerOf(refreshed: Refreshed): Bearer {
  switch (refreshed.kind) {
    case 'fresh':
      return { kind: 'token', token: refreshed.tokens.token }
    case 'ended':
      return { kind: 'none' }
    case 'failed':
      return refreshed
  }
}

/** The bearers of one account. */
export function accountTokens(deps: SessionDeps, account: Account): TokenSource {
  return {
    async bearer() {
      const tokens = await findTokens(account)
      if (!tokens) return { kind: 'none' }
      const lifetimeLeftMs = remainingMs(tokens, deps.ports.clock.now())
      if (lifetimeLeftMs >= REFRESH_UNDER_MS) return { kind: 'token', token: tokens.token }
      const refreshed = await refreshTokens(deps, account, tokens.token)
      // A bearer that is still valid is used to its end when the server cannot be asked for another.
      if (refreshed.kind === 'failed' && lifetimeLeftMs > 0) return { kind: 'token', token: tokens.token }
      return bearerOf(refreshed)
    },
    renew: async (expired) => bearerOf(await refreshTokens(deps, account, expired)),
  }
}

/** The caller for the requests of one account. */
export function accountCaller(deps: SessionDeps, account: Account): Caller {
  return createCaller({
    prefix: deps.prefix,
    ...(deps.fetch ? { fetch: deps.fetch } : {}),
    tokens: accountTokens(deps, account),
    account: { userId: account.userId, companyId: account.companyId },
    newId: deps.ports.newId,
    onTraffic: createTrafficCounter(account.db),
  })
}
