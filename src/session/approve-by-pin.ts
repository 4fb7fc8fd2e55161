import { findMetas } from '#data/meta.ts'
import { listAccounts, openRegistry } from '#data/registry.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { isDisabledCode } from '#domain/permissions/disabled.ts'
import { type Account, openAccount } from './account.ts'
import type { SessionDeps } from './session-deps.ts'
import type { NotStored } from './sign-in.ts'
import { PIN_ENDED, type PinRefused, tryPin } from './try-pin.ts'

/** The owner whose PIN was right. */
export type Approved = { readonly kind: 'approved'; readonly userId: string } | PinRefused | NotStored

/**
 * Whether the PIN is that of an owner of this company who is known on this phone, and not as disabled. It needs no server, so it works
 * offline. The signed-in user stays signed in, also when the owner's PIN ends after too many wrong tries.
 */
export async function approveByPin(
  deps: SessionDeps,
  operator: Pick<Account, 'companyId'>,
  ownerAccountId: string,
  pin: string,
): Promise<Approved> {
  try {
    const registry = await openRegistry(deps.ports)
    const known = await listAccounts(registry).finally(() => registry.close())
    const owner = known.find(({ id }) => id === ownerAccountId)
    if (!owner || owner.companyId !== operator.companyId) return PIN_ENDED
    const account = await openAccount(deps.ports, owner.companyId, owner.userId)
    try {
      const [session, drain] = await findMetas(account.db, ['session', 'drain'])
      if (session?.user.user_type !== 'company_owner' || isDisabledCode(drain?.hold?.code)) return PIN_ENDED
      const tried = await tryPin({ ...deps, local: null }, account, pin)
      return tried.kind === 'right' ? { kind: 'approved', userId: owner.userId } : tried
    } finally {
      account.db.close()
    }
  } catch (error) {
    if (error instanceof DeviceStorageFailure) return { kind: 'not-stored', code: error.code }
    throw error
  }
}
