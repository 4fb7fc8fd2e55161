import { guarded } from '#data/guard.ts'
import { readMetas, removeMeta, writeMeta } from '#data/meta.ts'
import { isAway } from '#domain/pin/idle-rule.ts'
import type { Account } from './account.ts'
import { sameBytes, sealText } from './pin-seal.ts'
import type { SessionDeps } from './session-deps.ts'
import { clearLocal } from './token-store.ts'

/**
 * Locks the session of an account: its tokens go under the seal of its PIN, and the copy for the screens goes, in
 * every tab. Nothing else is touched; what waits goes out under the delivery grant. False when there is no PIN, or
 * nobody is signed in.
 */
export async function lockAccount(deps: SessionDeps, account: Account): Promise<boolean> {
  const { id, db } = account
  for (;;) {
    const [pin, tokens] = await guarded(db, () => readMetas(db, ['pin', 'tokens']))
    if (!pin || !tokens) return false
    const sealed = await sealText(pin.seal, id, JSON.stringify(tokens))
    const locked = await guarded(db, () =>
      db.transaction('rw', db.meta, async () => {
        const [pinNow, tokensNow] = await readMetas(db, ['pin', 'tokens'])
        const same = pinNow !== undefined && sameBytes(pinNow.seal.publicKey, pin.seal.publicKey)
        // Renewed, or under another PIN, while they were being sealed: sealed anew.
        if (!same || tokensNow?.token !== tokens.token) return false
        await writeMeta(db, 'sealed', sealed)
        await removeMeta(db, 'tokens')
        return true
      }),
    )
    if (!locked) continue
    clearLocal(deps, account)
    deps.onEvent({ kind: 'locked', accountId: id })
    return true
  }
}

/** Notes that this person is at work here. `at` is the phone's clock. */
export async function noteActive({ db }: Account, at: number): Promise<void> {
  await guarded(db, () => writeMeta(db, 'active-at', at))
}

/** Locks when the person was away for as long as they chose. Gives whether it is locked by now. */
export async function lockIfAway(deps: SessionDeps, account: Account): Promise<boolean> {
  const { db } = account
  const [pin, tokens, activeAt] = await guarded(db, () => readMetas(db, ['pin', 'tokens', 'active-at']))
  if (!pin || !tokens) return false
  if (activeAt !== undefined && !isAway(activeAt, deps.ports.clock.now(), pin.idleMinutes)) return false
  return lockAccount(deps, account)
}
