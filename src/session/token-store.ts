import { guarded } from '#data/guard.ts'
import { readMeta, readMetas, removeMeta, type StoredTokens, writeMeta } from '#data/meta.ts'
import type { Account } from './account.ts'
import type { Tokens } from './local-session-store.ts'
import { sameBytes, sealText } from './pin-seal.ts'
import type { SessionDeps } from './session-deps.ts'
import { storedTokens } from './token-life.ts'

/** The tokens of an account, from its database: page and worker see the same. None while it is locked. */
export function readTokens(account: Account): Promise<StoredTokens | undefined> {
  return guarded(account.db, () => readMeta(account.db, 'tokens'))
}

/** Keeps a new pair, also for the screens when this account is the one they show. */
export async function keepTokens(deps: SessionDeps, account: Account, tokens: Tokens): Promise<StoredTokens> {
  const stored = storedTokens(tokens, deps.ports.clock.now())
  const { open } = await placeTokens(account, stored)
  const local = deps.local?.read()
  if (open && local && isOf(account, local.user)) deps.local?.write({ ...local, jwt: tokens })
  return stored
}

/**
 * Writes a pair where it belongs: under the seal when somebody locked the phone while the server was asked for it,
 * so that it never lies open on a locked phone. Sealing takes place outside the transaction; whoever locks or
 * unlocks in between makes it begin anew.
 */
async function placeTokens({ id, db }: Account, stored: StoredTokens): Promise<{ readonly open: boolean }> {
  for (;;) {
    const [pin, sealed] = await guarded(db, () => readMetas(db, ['pin', 'sealed']))
    const fresh = pin && sealed ? await sealText(pin.seal, id, JSON.stringify(stored)) : undefined
    const placed = await guarded(db, () =>
      db.transaction('rw', db.meta, async () => {
        const [pinNow, sealedNow] = await readMetas(db, ['pin', 'sealed'])
        const locked = pinNow !== undefined && sealedNow !== undefined
        if (locked !== (fresh !== undefined)) return false
        if (locked && !(sealed && sameBytes(sealedNow.sender, sealed.sender))) return false
        if (fresh) await writeMeta(db, 'sealed', fresh)
        else await writeMeta(db, 'tokens', stored)
        return true
      }),
    )
    if (placed) return { open: fresh === undefined }
  }
}

/** Forgets the tokens of an account and, when it is the one on the screen, the stored user (spec §7). */
export async function clearTokens(deps: SessionDeps, account: Account): Promise<void> {
  await guarded(account.db, () => removeMeta(account.db, 'tokens', 'sealed'))
  clearLocal(deps, account)
}

/** Takes this account off the screen: the copy for the screens goes. */
export function clearLocal(deps: SessionDeps, account: Account): void {
  const local = deps.local?.read()
  if (!local || isOf(account, local.user)) deps.local?.clear()
}

function isOf(account: Account, user: { readonly id: string; readonly company_id: string | null }): boolean {
  return user.id === account.userId && user.company_id === account.companyId
}
