import { openAccountDatabase } from '#data/account-database.ts'
import { findMetas } from '#data/meta.ts'
import type { Ports } from '#data/ports.ts'
import { listAccounts, openRegistry, type RegisteredAccount } from '#data/registry.ts'
import { isDisabledCode } from '#domain/permissions/disabled.ts'
import type { UserType } from '#domain/users/user.ts'

/** One of the people who use this phone. */
export type DeviceUser = {
  /** Id of the account: one user of one company. */
  readonly id: string
  readonly companyId: string | null
  readonly name: string
  readonly username: string
  /** `null` when the browser dropped what this phone stored about the user. */
  readonly userType: UserType | null
  readonly companyName: string | null
  /** How many operations they have not sent yet. */
  readonly unsent: number
  /** Signed in now, or how they sign in again. */
  readonly signInMethod: 'here' | 'pin' | 'password'
  /** Whether this phone can be locked for them, instead of logging them out. */
  readonly hasPin: boolean
}

async function deviceUserOf(ports: Ports, known: RegisteredAccount): Promise<DeviceUser> {
  const { id, companyId, displayName, pendingCount } = known
  try {
    const db = await openAccountDatabase(id, ports)
    try {
      const [session, tokens, sealed, pin, pending, drain] = await findMetas(db, [
        'session',
        'tokens',
        'sealed',
        'pin',
        'pending',
        'drain',
      ])
      const disabled = isDisabledCode(drain?.hold?.code)
      return {
        id,
        companyId,
        // The list of accounts has the name of the last login.
        name: session ? `${session.user.firstName} ${session.user.lastName}`.trim() : displayName,
        username: session?.user.username ?? '',
        userType: session?.user.user_type ?? null,
        companyName: session?.company?.name ?? null,
        unsent: pending ?? 0,
        signInMethod: disabled ? 'password' : tokens ? 'here' : sealed && pin ? 'pin' : 'password',
        hasPin: pin !== undefined,
      }
    } finally {
      db.close()
    }
  } catch {
    // One unreadable database must not hide the other users.
    return {
      id,
      companyId,
      name: displayName,
      username: '',
      userType: null,
      companyName: null,
      unsent: pendingCount,
      signInMethod: 'password',
      hasPin: false,
    }
  }
}

/**
 * The users of this phone, the most recent first. Reads each user's own database: the list of accounts only holds
 * copies. Throws `DeviceStorageFailure` when the list itself cannot be read.
 */
export async function listDeviceUsers(ports: Ports): Promise<DeviceUser[]> {
  const registry = await openRegistry(ports)
  try {
    const accounts = await listAccounts(registry)
    return await Promise.all(accounts.map((known) => deviceUserOf(ports, known)))
  } finally {
    registry.close()
  }
}
