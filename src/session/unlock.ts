import * as v from 'valibot'
import { deleteMeta, findMeta, findMetas, INITIAL_DRAIN_STATE, upsertMeta } from '#data/meta.ts'
import { listAccounts, openRegistry, updateLastUsedAt } from '#data/registry.ts'
import type { StoredTokens } from '#data/session-secrets.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { isDisabledCode } from '#domain/permissions/disabled.ts'
import { type Account, openAccount } from './account.ts'
import { decryptText, sameBytes } from './pin-encryption.ts'
import type { SessionDeps } from './session-deps.ts'
import type { NotStored } from './sign-in.ts'
import { PIN_ENDED, type PinRefused, tryPin } from './try-pin.ts'

export type Unlocked = { readonly kind: 'unlocked' } | PinRefused | NotStored

const storedTokens = v.object({
  token: v.string(),
  refreshToken: v.string(),
  receivedAt: v.number(),
  lifetimeMs: v.nullable(v.number()),
})

/**
 * Opens the locked session of one of this phone's users with their PIN. It needs no server, so it works offline. The
 * screens then show this user.
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
        // Whom the server called disabled while the phone was locked proves with the password that this is over.
        const drain = await findMeta(account.db, 'drain')
        if (isDisabledCode(drain?.hold?.code)) return PIN_ENDED
        if (!(await decryptTokens(deps, account, tried.key))) return PIN_ENDED
        await updateLastUsedAt(registry, accountId, deps.ports.clock.now())
        await publishSession(deps, account)
        return { kind: 'unlocked' }
      } finally {
        account.db.close()
      }
    } finally {
      registry.close()
    }
  } catch (error) {
    if (error instanceof DeviceStorageFailure) return { kind: 'not-stored', code: error.code }
    throw error
  }
}

/** Restores the encrypted tokens for page and worker; false when there are none any more. */
async function decryptTokens({ ports }: SessionDeps, { id, db }: Account, key: CryptoKey): Promise<boolean> {
  for (;;) {
    const [sealed, open] = await findMetas(db, ['sealed', 'tokens'])
    // Another tab was quicker.
    if (open) return true
    if (!sealed) return false
    const tokens: StoredTokens = v.parse(storedTokens, JSON.parse(await decryptText(key, id, sealed)))
    const done = await db.transaction('rw', db.meta, async () => {
      const now = await findMeta(db, 'sealed')
      // The tokens were renewed meanwhile: use the new ones.
      if (!now || !sameBytes(now.sender, sealed.sender)) return false
      await upsertMeta(db, 'tokens', tokens)
      await deleteMeta(db, 'sealed')
      await upsertMeta(db, 'active-at', ports.clock.now())
      const drain = await findMeta(db, 'drain')
      if (drain?.hold?.kind === 'login') await upsertMeta(db, 'drain', INITIAL_DRAIN_STATE)
      return true
    })
    if (done) return true
  }
}

async function publishSession(deps: SessionDeps, { db }: Account): Promise<void> {
  const [session, tokens] = await findMetas(db, ['session', 'tokens'])
  if (!session || !tokens) return
  const { user, mustChangePassword } = session
  deps.local?.write({
    jwt: { token: tokens.token, refresh_token: tokens.refreshToken },
    user,
    changePassword: mustChangePassword,
  })
  deps.onEvent('signed-in')
}
