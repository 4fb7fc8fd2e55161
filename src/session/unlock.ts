import * as v from 'valibot'
import { guarded } from '#data/guard.ts'
import { AT_REST, readMeta, readMetas, removeMeta, type StoredTokens, writeMeta } from '#data/meta.ts'
import { listAccounts, noteUse, openRegistry } from '#data/registry.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { type Account, openAccount } from './account.ts'
import { sameBytes, unsealText } from './pin-seal.ts'
import type { SessionDeps } from './session-deps.ts'
import type { NotKept } from './sign-in.ts'
import { PIN_ENDED, type PinRefused, tryPin } from './try-pin.ts'

export type Unlocked = { readonly kind: 'unlocked' } | PinRefused | NotKept

const storedTokens = v.object({
  token: v.string(),
  refreshToken: v.string(),
  receivedAt: v.number(),
  lifetimeMs: v.nullable(v.number()),
})

/**
 * Opens the locked session of one of this phone's people with their PIN, without asking anybody: it works offline.
 * The screens then show this person.
 */
export async function unlock(deps: SessionDeps, accountId: string, pin: string): Promise<Unlocked> {
  try {
    const registry = await openRegistry(deps.ports)
    try {
      const known = (await listAccounts(registry)).find(({ id }) => id === accountId)
      if (!known) return PIN_ENDED
      const account = await openAccount(deps.ports, known.companyId, known.userId)
      try {
        const tried = await tryPin(deps, account, pin)
        if (tried.kind === 'refused') return tried
        if (!(await openTokens(deps, account, tried.key))) return PIN_ENDED
        await noteUse(registry, accountId, deps.ports.clock.now())
        await show(deps, account)
        return { kind: 'unlocked' }
      } finally {
        account.db.close()
      }
    } finally {
      registry.close()
    }
  } catch (error) {
    if (error instanceof DeviceStorageFailure) return { kind: 'not-kept', code: error.code }
    throw error
  }
}

/** Puts the sealed tokens back where page and worker find them; false when there are none any more. */
async function openTokens({ ports }: SessionDeps, { id, db }: Account, key: CryptoKey): Promise<boolean> {
  for (;;) {
    const [sealed, open] = await guarded(db, () => readMetas(db, ['sealed', 'tokens']))
    // Another tab was quicker.
    if (open) return true
    if (!sealed) return false
    const tokens: StoredTokens = v.parse(storedTokens, JSON.parse(await unsealText(key, id, sealed)))
    const done = await guarded(db, () =>
      db.transaction('rw', db.meta, async () => {
        const now = await readMeta(db, 'sealed')
        // A pair that was renewed meanwhile is the one that counts.
        if (!now || !sameBytes(now.sender, sealed.sender)) return false
        await writeMeta(db, 'tokens', tokens)
        await removeMeta(db, 'sealed')
        await writeMeta(db, 'active-at', ports.clock.now())
        const drain = await readMeta(db, 'drain')
        if (drain?.hold?.kind === 'login') await writeMeta(db, 'drain', AT_REST)
        return true
      }),
    )
    if (done) return true
  }
}

async function show(deps: SessionDeps, account: Account): Promise<void> {
  const { id, db } = account
  const [session, tokens] = await guarded(db, () => readMetas(db, ['session', 'tokens']))
  if (!session || !tokens) return
  const { user, mustChangePassword } = session
  deps.local?.write({
    jwt: { token: tokens.token, refresh_token: tokens.refreshToken },
    user,
    changePassword: mustChangePassword,
  })
  deps.onEvent({ kind: 'signed-in', accountId: id, user, mustChangePassword })
}
