import { deleteMeta, findMeta, upsertMeta } from '#data/meta.ts'
import type { StoredPin } from '#data/session-secrets.ts'
import { attemptsLeft, countAttempt, NO_ATTEMPTS, pinAttemptAllowance } from '#domain/pin/pin-attempts.ts'
import type { Account } from './account.ts'
import { decryptPrivateKey } from './pin-encryption.ts'
import type { SessionDeps } from './session-deps.ts'
import { deleteTokens } from './token-store.ts'

/** Why a PIN was refused. */
export type PinRefused = {
  readonly kind: 'refused'
  /** `PIN_ENDED`: there is no PIN any more; only the password helps. */
  readonly code: 'PIN_WRONG' | 'PIN_WAIT' | 'PIN_ENDED'
  readonly attemptsLeft: number
  /** How long until the next try, in milliseconds. */
  readonly waitMs: number
}

export const PIN_ENDED: PinRefused = { kind: 'refused', code: 'PIN_ENDED', attemptsLeft: 0, waitMs: 0 }

type Counted = { readonly kind: 'counted'; readonly pin: StoredPin } | PinRefused

/** Counts an attempt before it is made: if the app is killed during it, the attempt is used up. */
async function countAttemptBefore({ db }: Account, now: number): Promise<Counted> {
  return db.transaction('rw', db.meta, async () => {
    const pin = await findMeta(db, 'pin')
    if (!pin) return PIN_ENDED
    const allowance = pinAttemptAllowance(pin.tries, now)
    if (allowance.kind === 'over') return PIN_ENDED
    const remaining = attemptsLeft(pin.tries)
    if (allowance.kind === 'wait') {
      return { kind: 'refused', code: 'PIN_WAIT', attemptsLeft: remaining, waitMs: allowance.forMs }
    }
    const counted = { ...pin, tries: countAttempt(pin.tries, now) }
    await upsertMeta(db, 'pin', counted)
    return { kind: 'counted', pin: counted }
  })
}

/** After too many wrong attempts only a full login is possible. Pending work and its delivery grant stay. */
async function deletePin(deps: SessionDeps, account: Account): Promise<PinRefused> {
  const { db } = account
  const isSignedInHere = deps.local?.read() !== undefined
  await deleteMeta(db, 'pin', 'sealed', 'tokens', 'active-at')
  if (isSignedInHere) {
    await deleteTokens(deps, account)
    deps.onEvent('signed-out')
  }
  return PIN_ENDED
}

/** Tries a PIN: returns the key it decrypts, or why not. Wrong attempts are counted for the account over all tabs. */
export async function tryPin(
  deps: SessionDeps,
  account: Account,
  entered: string,
): Promise<{ readonly kind: 'right'; readonly key: CryptoKey } | PinRefused> {
  const { id, db } = account
  const counted = await countAttemptBefore(account, deps.ports.clock.now())
  if (counted.kind === 'refused') return counted.code === 'PIN_ENDED' ? deletePin(deps, account) : counted
  const key = await decryptPrivateKey(counted.pin.seal, id, entered)
  if (key) {
    await db.transaction('rw', db.meta, async () => {
      const pin = await findMeta(db, 'pin')
      if (pin) await upsertMeta(db, 'pin', { ...pin, tries: NO_ATTEMPTS })
    })
    return { kind: 'right', key }
  }
  const { tries } = counted.pin
  const next = pinAttemptAllowance(tries, deps.ports.clock.now())
  if (next.kind === 'over') return deletePin(deps, account)
  const waitMs = next.kind === 'wait' ? next.forMs : 0
  return { kind: 'refused', code: 'PIN_WRONG', attemptsLeft: attemptsLeft(tries), waitMs }
}
