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

/** What a new pair takes the place of: a pair, the one with this bearer, or also none. */
export type Replaced = 'any' | 'none-too' | { readonly token: string }

/** Stores a pair, also for the screens if they show this account. */
export async function saveTokens(deps: SessionDeps, account: Account, tokens: Tokens): Promise<void> {
  await replaceTokens(deps, account, tokens, 'none-too')
}

/**
 * Stores the pair that the server gave for an earlier one, in the same way. Returns the pair that counts now: another one
 * after a login or a change of password meanwhile, and `undefined` after a logout, which stays one.
 */
export async function replaceTokens(
  deps: SessionDeps,
  account: Account,
  tokens: Tokens,
  replaced: Replaced,
): Promise<StoredTokens | undefined> {
  const stored = storedTokens(tokens, deps.ports.clock.now())
  const written = await upsertTokens(account, stored, replaced)
  if (written.kind === 'superseded') return written.tokens
  const local = deps.local?.read()
  if (written.open && local && belongsTo(account, local.user)) deps.local?.write({ ...local, jwt: tokens })
  return stored
}

type Written =
  | { readonly kind: 'written'; readonly open: boolean }
  | { readonly kind: 'superseded'; readonly tokens: StoredTokens | undefined }

function mayReplace(replaced: Replaced, tokens: StoredTokens | undefined): boolean {
  if (replaced === 'none-too') return true
  return tokens !== undefined && (replaced === 'any' || tokens.token === replaced.token)
}

/**
 * Writes a pair: encrypted when the phone was locked while the server was asked for it, so that tokens are never
 * unencrypted on a locked phone. The encryption takes place outside the transaction; locking or unlocking in between
 * makes it start again.
 */
async function upsertTokens({ id, db }: Account, stored: StoredTokens, replaced: Replaced): Promise<Written> {
  for (;;) {
    const [pin, sealed] = await findMetas(db, ['pin', 'sealed'])
    const encrypted = pin && sealed ? await encryptText(pin.seal, id, JSON.stringify(stored)) : undefined
    const written = await db.transaction('rw', db.meta, async (): Promise<Written | undefined> => {
      const [pinNow, sealedNow, tokens] = await findMetas(db, ['pin', 'sealed', 'tokens'])
      if (!sealedNow && !mayReplace(replaced, tokens)) return { kind: 'superseded', tokens }
      const locked = pinNow !== undefined && sealedNow !== undefined
      if (locked !== (encrypted !== undefined)) return undefined
      if (locked && !(sealed && sameBytes(sealedNow.sender, sealed.sender))) return undefined
      if (encrypted) await upsertMeta(db, 'sealed', encrypted)
      else await upsertMeta(db, 'tokens', stored)
      return { kind: 'written', open: encrypted === undefined }
    })
    if (written) return written
  }
}

/** Deletes the tokens of an account and, if it is the one on the screen, the stored user (spec §7). */
export async function deleteTokens(deps: SessionDeps, account: Account): Promise<void> {
  await deleteMeta(account.db, 'tokens', 'sealed')
  clearLocal(deps, account)
}

/** Deletes the tokens whose bearer is `usedToken` after a refusal; returns those of a login since, which stay. */
export async function deleteUsedTokens(
  deps: SessionDeps,
  account: Account,
  usedToken: string,
): Promise<StoredTokens | undefined> {
  const { db } = account
  const later = await db.transaction('rw', db.meta, async () => {
    const tokens = await findMeta(db, 'tokens')
    if (tokens && tokens.token !== usedToken) return tokens
    await deleteMeta(db, 'tokens', 'sealed')
    return undefined
  })
  if (!later) clearLocal(deps, account)
  return later
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
