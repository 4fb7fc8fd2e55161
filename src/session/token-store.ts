import { deleteMeta, findMeta, findMetas, upsertMeta } from '#data/meta.ts'
import type { StoredTokens } from '#data/session-secrets.ts'
import type { Account } from './account.ts'
import type { Tokens } from './local-session-store.ts'
import { encryptText, sameBytes } from './pin-encryption.ts'
import type { SessionDeps } from './session-deps.ts'
import { storedTokens } from './token-life.ts'

/** The tokens of an account, from its database: page and worker read the same ones. None while it is locked. */
export function findTokens(account: Account): Promise<StoredTokens | undefined> {
  return findMeta(account.db, 'tokens')
}

/** Stores a new pair, also for the screens if they show this account. */
export async function saveTokens(deps: SessionDeps, account: Account, tokens: Tokens): Promise<StoredTokens> {
  const stored = storedTokens(tokens, deps.ports.clock.now())
  const { open } = await upsertTokens(account, stored)
  const local = deps.local?.read()
  if (open && local && belongsTo(account, local.user)) deps.local?.write({ ...local, jwt: tokens })
  return stored
}

/**
 * Writes a pair: encrypted when the phone was locked while the server was asked for it, so that tokens are never
 * unencrypted on a locked phone. The encryption takes place outside the transaction; locking or unlocking in between
 * makes it start again.
 */
async function upsertTokens({ id, db }: Account, stored: StoredTokens): Promise<{ readonly open: boolean }> {
  for (;;) {
    const [pin, sealed] = await findMetas(db, ['pin', 'sealed'])
    const encrypted = pin && sealed ? await encryptText(pin.seal, id, JSON.stringify(stored)) : undefined
    const written = await db.transaction('rw', db.meta, async () => {
      const [pinNow, sealedNow] = await findMetas(db, ['pin', 'sealed'])
      const locked = pinNow !== undefined && sealedNow !== undefined
      if (locked !== (encrypted !== undefined)) return false
      if (locked && !(sealed && sameBytes(sealedNow.sender, sealed.sender))) return false
      if (encrypted) await upsertMeta(db, 'sealed', encrypted)
      else await upsertMeta(db, 'tokens', stored)
      return true
    })
    if (written) return { open: encrypted === undefined }
  }
}

/** Deletes the tokens of an account and, if it is the one on the screen, the stored user (spec §7). */
export async function deleteTokens(deps: SessionDeps, account: Account): Promise<void> {
  await deleteMeta(account.db, 'tokens', 'sealed')
  clearLocal(deps, account)
}

/** Removes this account from the screen: deletes the copy for the screens. */
export function clearLocal(deps: SessionDeps, account: Account): void {
  const local = deps.local?.read()
  if (!local || belongsTo(account, local.user)) deps.local?.clear()
}

function belongsTo(
  account: Account,
  user: { readonly id: string; readonly company_id: string | null },
): boolean {
  return user.id === account.userId && user.company_id === account.companyId
}
