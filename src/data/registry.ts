import type { Table } from 'dexie'
import { DeviceDatabase } from './device-database.ts'
import { REGISTRY_NAME } from './has-registry.ts'
import type { Ports } from './ports.ts'
import { openWithin } from './with-reconnect.ts'

/** One account that was ever signed in on this device. It only says which accounts may have unsent work. */
export type RegisteredAccount = {
  readonly id: string
  readonly companyId: string | null
  readonly userId: string
  readonly displayName: string
  /** A copy for lists; the authoritative count is in the account's own database. */
  readonly pendingCount: number
  readonly lastUsedAt: number
}

/** A file that another app shared with this one, before it is known to which expense it belongs. */
export type SharedFile = {
  readonly n: number
  readonly name: string
  readonly size: number
  readonly at: number
  /** The account it is for; absent until one opens, where none was open when it was shared. */
  readonly accountId?: string
  /** Not kept, because too many waited; there until the person was informed. */
  readonly isDropped?: true
  /** `null` when it is too large to be stored, or not kept. */
  readonly bytes: ArrayBuffer | null
}

type DeviceRow = { readonly key: 'device'; readonly deviceId: string }

/** `efd_registry`: the accounts of this device and the device's own id. */
export class Registry extends DeviceDatabase {
  declare readonly accounts: Table<RegisteredAccount, string>
  declare readonly device: Table<DeviceRow, string>
  declare readonly shared: Table<SharedFile, number, Omit<SharedFile, 'n'>>

  constructor(ports: Ports) {
    super(REGISTRY_NAME, ports)
    this.version(1).stores({ accounts: 'id, lastUsedAt', device: 'key' })
    this.version(2).stores({ shared: '++n' })
  }
}

/** Opens the registry or throws `DeviceStorageFailure` within five seconds. */
export async function openRegistry(ports: Ports): Promise<Registry> {
  const registry = new Registry(ports)
  await openWithin(registry, ports.wait)
  return registry
}

/** The id of this device, created at first use. Throws `DeviceStorageFailure`, like all functions below. */
export function getOrCreateDeviceId(registry: Registry, newId: () => string): Promise<string> {
  const newDeviceId = newId()
  return registry.transaction('rw', registry.device, async () => {
    const known = await registry.device.get('device')
    if (known) return known.deviceId
    await registry.device.add({ key: 'device', deviceId: newDeviceId })
    return newDeviceId
  })
}

/** Accounts of this device, the one used last first. */
export function listAccounts(registry: Registry): Promise<RegisteredAccount[]> {
  return registry.run(() => registry.accounts.orderBy('lastUsedAt').reverse().toArray())
}

/** After every use recorded so far, also one under a clock that was ahead. */
async function afterLastUse(registry: Registry, now: number): Promise<number> {
  const last = await registry.accounts.orderBy('lastUsedAt').last()
  return Math.max(now, (last?.lastUsedAt ?? 0) + 1)
}

/**
 * Files that were shared while no account was open belong to the first one that opens. Not to an administrator, who has no
 * expenses.
 */
export async function claimSharedFiles(registry: Registry, id: string): Promise<void> {
  const account = await registry.accounts.get(id)
  if (!account || account.companyId === null) return
  await registry.shared.filter(({ accountId }) => accountId === undefined).modify({ accountId: id })
}

/** A file that cannot be read keeps no person from opening an account: it is left to the form, which claims it too. */
async function claimAtOpening(registry: Registry, id: string): Promise<void> {
  const claiming = registry.transaction('rw', registry.accounts, registry.shared, () =>
    claimSharedFiles(registry, id),
  )
  await claiming.catch(() => undefined)
}

/** Stores an account as the most recent of this device. */
export async function upsertAccount(registry: Registry, account: RegisteredAccount): Promise<void> {
  await registry.transaction('rw', registry.accounts, async () => {
    const lastUsedAt = await afterLastUse(registry, account.lastUsedAt)
    await registry.accounts.put({ ...account, lastUsedAt })
  })
  await claimAtOpening(registry, account.id)
}

export async function updatePendingCount(
  registry: Registry,
  id: string,
  pendingCount: number,
): Promise<void> {
  await registry.run(() => registry.accounts.update(id, { pendingCount }))
}

/** Makes an account the most recent of this device. */
export async function updateLastUsedAt(registry: Registry, id: string, now: number): Promise<void> {
  await registry.transaction('rw', registry.accounts, async () => {
    await registry.accounts.update(id, { lastUsedAt: await afterLastUse(registry, now) })
  })
  await claimAtOpening(registry, id)
}
