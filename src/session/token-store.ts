import { guarded } from '#data/guard.ts'
import { readMeta, removeMeta, type StoredTokens, writeMeta } from '#data/meta.ts'
import type { Account } from './account.ts'
import type { Tokens } from './local-session-store.ts'
import type { SessionDeps } from './session-deps.ts'
import { storedTokens } from './token-life.ts'

/** The tokens of an account, from its database: page and worker see the same. */
export function readTokens(account: Account): Promise<StoredTokens | undefined> {
  return guarded(account.db, () => readMeta(account.db, 'tokens'))
}

/** Keeps a new pair, also for the screens when this account is the one they show. */
export async function keepTokens(deps: SessionDeps, account: Account, tokens: Tokens): Promise<StoredTokens> {
  const stored = storedTokens(tokens, deps.ports.clock.now())
  await guarded(account.db, () => writeMeta(account.db, 'tokens', stored))
  const local = deps.local?.read()
  if (local && isOf(account, local.user)) deps.local?.write({ ...local, jwt: tokens })
  return stored
}

/** Forgets the tokens of an account and, when it is the one on the screen, the stored user (spec §7). */
export async function clearTokens(deps: SessionDeps, account: Account): Promise<void> {
  await guarded(account.db, () => removeMeta(account.db, 'tokens'))
  const local = deps.local?.read()
  if (!local || isOf(account, local.user)) deps.local?.clear()
}

function isOf(account: Account, user: { readonly id: string; readonly company_id: string | null }): boolean {
  return user.id === account.userId && user.company_id === account.companyId
}
