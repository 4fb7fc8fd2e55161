import { deleteMeta, findMeta, upsertMetas } from '#data/meta.ts'
import { DEFAULT_IDLE_MINUTES, type IdleMinutes } from '#domain/pin/idle-rule.ts'
import { NO_ATTEMPTS } from '#domain/pin/pin-attempts.ts'
import { checkNewPin, type PinFormRefusal } from '#domain/pin/pin-rule.ts'
import type { Account } from './account.ts'
import { createPinEncryption, PIN_ROUNDS } from './pin-encryption.ts'
import type { SessionDeps } from './session-deps.ts'
import { type PinRefused, tryPin } from './try-pin.ts'

export type PinChanged =
  | { readonly kind: 'changed' }
  /** The new PIN is not acceptable; `PIN_IMPOSSIBLE`: this browser cannot store one. */
  | { readonly kind: 'refused-new'; readonly code: PinFormRefusal | 'PIN_IMPOSSIBLE' }
  /** The current PIN was entered wrongly. */
  | PinRefused

const SALT_BYTES = 16

/**
 * Sets or replaces this person's PIN on this phone; `current` is the existing one, which counts until the new one is
 * stored completely. A first PIN locks after five idle minutes.
 */
export async function setPin(
  deps: SessionDeps,
  account: Account,
  form: { readonly pin: string; readonly again: string; readonly current: string },
  rounds: number = PIN_ROUNDS,
): Promise<PinChanged> {
  const { id, db } = account
  const [code] = checkNewPin(form.pin, form.again)
  if (code) return { kind: 'refused-new', code }
  const known = await findMeta(db, 'pin')
  if (known) {
    const tried = await tryPin(deps, account, form.current)
    if (tried.kind === 'refused') return tried
  }
  const salt = Uint8Array.from({ length: SALT_BYTES }, () => Math.floor(deps.ports.random() * 256))
  const encryption = await createPinEncryption(form.pin, { accountId: id, salt, rounds }).catch(
    () => undefined,
  )
  if (!encryption) return { kind: 'refused-new', code: 'PIN_IMPOSSIBLE' }
  const at = deps.ports.clock.now()
  const idleMinutes = known?.idleMinutes ?? DEFAULT_IDLE_MINUTES
  return changeUnlessLocked(account, () =>
    upsertMetas(db, { pin: { seal: encryption, idleMinutes, tries: NO_ATTEMPTS }, 'active-at': at }),
  )
}

/** An account that another tab locked meanwhile must still open with the PIN it was locked with. */
async function changeUnlessLocked({ db }: Account, change: () => Promise<void>): Promise<PinChanged> {
  const changed = await db.transaction('rw', db.meta, async () => {
    if (await findMeta(db, 'sealed')) return false
    await change()
    return true
  })
  return changed ? { kind: 'changed' } : { kind: 'refused-new', code: 'PIN_IMPOSSIBLE' }
}

/** Removes the PIN: this phone no longer locks for this person. */
export async function removePin(deps: SessionDeps, account: Account, current: string): Promise<PinChanged> {
  const { db } = account
  const tried = await tryPin(deps, account, current)
  if (tried.kind === 'refused') return tried
  return changeUnlessLocked(account, () => deleteMeta(db, 'pin', 'active-at'))
}

/** Sets after how many idle minutes this phone locks for this person. Does nothing without a PIN. */
export async function updateIdleMinutes({ db }: Account, idleMinutes: IdleMinutes): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    const pin = await findMeta(db, 'pin')
    if (pin) await upsertMetas(db, { pin: { ...pin, idleMinutes } })
  })
}
