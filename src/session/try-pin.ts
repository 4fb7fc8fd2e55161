import { guarded } from '#data/guard.ts'
import { readMeta, removeMeta, type StoredPin, writeMeta } from '#data/meta.ts'
import { countTry, mayTryPin, NO_TRIES, triesLeft } from '#domain/pin/pin-tries.ts'
import type { Account } from './account.ts'
import { openSeal } from './pin-seal.ts'
import type { SessionDeps } from './session-deps.ts'
import { clearTokens } from './token-store.ts'

/** Why a PIN opened nothing. */
export type PinRefused = {
  readonly kind: 'refused'
  /** `PIN_ENDED`: there is no PIN any more; only the password helps. */
  readonly code: 'PIN_WRONG' | 'PIN_WAIT' | 'PIN_ENDED'
  readonly triesLeft: number
  /** How long until the next try, in milliseconds. */
  readonly waitMs: number
}

export const PIN_ENDED: PinRefused = { kind: 'refused', code: 'PIN_ENDED', triesLeft: 0, waitMs: 0 }

type Counted = { readonly kind: 'counted'; readonly pin: StoredPin } | PinRefused

/** Counts a try before it is made: an app that is killed in the middle of one has used it up. */
async function countBefore({ db }: Account, now: number): Promise<Counted> {
  return guarded(db, () =>
    db.transaction('rw', db.meta, async () => {
      const pin = await readMeta(db, 'pin')
      if (!pin) return PIN_ENDED
      const may = mayTryPin(pin.tries, now)
      if (may.kind === 'over') return PIN_ENDED
      const left = triesLeft(pin.tries)
      if (may.kind === 'wait') {
        return { kind: 'refused', code: 'PIN_WAIT', triesLeft: left, waitMs: may.forMs }
      }
      const counted = { ...pin, tries: countTry(pin.tries, now) }
      await writeMeta(db, 'pin', counted)
      return { kind: 'counted', pin: counted }
    }),
  )
}

/** After too many wrong tries only a full login helps. What waits to be sent, and the grant for it, stay. */
async function endPin(deps: SessionDeps, account: Account): Promise<PinRefused> {
  const { id, db } = account
  const somebodyIsShown = deps.local?.read() !== undefined
  await guarded(db, () => removeMeta(db, 'pin', 'sealed', 'tokens', 'active-at'))
  if (somebodyIsShown) {
    await clearTokens(deps, account)
    deps.onEvent({ kind: 'signed-out', accountId: id })
  }
  return PIN_ENDED
}

/** Tries a PIN: the key it opens, or why not. Wrong tries are counted for the account, in whatever tab. */
export async function tryPin(
  deps: SessionDeps,
  account: Account,
  entered: string,
): Promise<{ readonly kind: 'right'; readonly key: CryptoKey } | PinRefused> {
  const { id, db } = account
  const counted = await countBefore(account, deps.ports.clock.now())
  if (counted.kind === 'refused') return counted.code === 'PIN_ENDED' ? endPin(deps, account) : counted
  const key = await openSeal(counted.pin.seal, id, entered)
  if (key) {
    await guarded(db, () =>
      db.transaction('rw', db.meta, async () => {
        const pin = await readMeta(db, 'pin')
        if (pin) await writeMeta(db, 'pin', { ...pin, tries: NO_TRIES })
      }),
    )
    return { kind: 'right', key }
  }
  const { tries } = counted.pin
  const next = mayTryPin(tries, deps.ports.clock.now())
  if (next.kind === 'over') return endPin(deps, account)
  const waitMs = next.kind === 'wait' ? next.forMs : 0
  return { kind: 'refused', code: 'PIN_WRONG', triesLeft: triesLeft(tries), waitMs }
}
