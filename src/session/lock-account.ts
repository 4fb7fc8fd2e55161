import { deleteMeta, findMetas, upsertMeta } from '#data/meta.ts'
import { isIdle } from '#domain/pin/idle-rule.ts'
import type { Account } from './account.ts'
import { encryptText, sameBytes } from './pin-encryption.ts'
import type { SessionDeps } from './session-deps.ts'
import { clearLocal } from './token-store.ts'

/**
 * Locks the session of an account: encrypts its tokens with the key of its PIN and deletes the copy for the screens
 * in every tab. Nothing else changes; pending work is sent under the delivery grant. False when there is no PIN or no
 * session.
 */
export async function lockAccount(deps: SessionDeps, account: Account): Promise<boolean> {
  const { id, db } = account
  for (;;) {
    const [pin, tokens] = await findMetas(db, ['pin', 'tokens'])
    if (!pin || !tokens) return false
    const sealed = await encryptText(pin.seal, id, JSON.stringify(tokens))
    const locked = await db.transaction('rw', db.meta, async () => {
      const [pinNow, tokensNow] = await findMetas(db, ['pin', 'tokens'])
      const same = pinNow !== undefined && sameBytes(pinNow.seal.publicKey, pin.seal.publicKey)
      // The tokens or the PIN changed during the encryption: encrypt again.
      if (!same || tokensNow?.token !== tokens.token) return false
      await upsertMeta(db, 'sealed', sealed)
      await deleteMeta(db, 'tokens')
      return true
    })
    if (!locked) continue
    clearLocal(deps, account)
    deps.onEvent('locked')
    return true
  }
}

/** Records that this person is active here. `at` is the phone's clock. */
export async function updateActiveAt({ db }: Account, at: number): Promise<void> {
  await upsertMeta(db, 'active-at', at)
}

/** Locks when the person was inactive for as long as they chose. Returns whether it is locked now. */
export async function lockAfterIdle(deps: SessionDeps, account: Account): Promise<boolean> {
  const { db } = account
  const [pin, tokens, activeAt] = await findMetas(db, ['pin', 'tokens', 'active-at'])
  if (!pin || !tokens) return false
  if (activeAt !== undefined && !isIdle(activeAt, deps.ports.clock.now(), pin.idleMinutes)) return false
  return lockAccount(deps, account)
}
