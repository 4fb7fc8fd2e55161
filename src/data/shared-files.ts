import { claimSharedFiles, type Registry, type SharedFile } from './registry.ts'

/** Files from other apps are offered for this long, and at most so many to an account. */
const RETENTION_MS = 7 * 86_400_000
export const MAX_SHARED_FILES = 5

/**
 * Keeps files that another app shared until a person says which expense they belong to: that of the account that was open,
 * else of the next one that opens. Of too many, only the names of the older ones are kept, so that the person is informed.
 */
export async function insertSharedFiles(
  registry: Registry,
  files: readonly Omit<SharedFile, 'n'>[],
  now: number,
  accountId: string | undefined,
): Promise<void> {
  await registry.transaction('rw', registry.shared, async () => {
    await registry.shared.filter(({ at }) => now - at > RETENTION_MS).delete()
    // The bytes of those that are dropped may be more than the phone has room for.
    const without = files.length - MAX_SHARED_FILES
    await registry.shared.bulkAdd(
      files.map((file, at) => ({
        ...file,
        ...(at < without ? { bytes: null, isDropped: true } : {}),
        ...(accountId === undefined ? {} : { accountId }),
      })),
    )
    const waiting = await registry.shared
      .filter((file) => file.accountId === accountId && !file.isDropped)
      .toArray()
    const dropped = waiting.slice(0, -MAX_SHARED_FILES)
    await registry.shared.bulkPut(dropped.map((file) => ({ ...file, bytes: null, isDropped: true })))
  })
}

/** Shared files of an account, which is open, that are not used yet, oldest first. */
export function listSharedFiles(registry: Registry, accountId: string): Promise<SharedFile[]> {
  return registry.transaction('rw', registry.accounts, registry.shared, async () => {
    // An older app did not say whose they are.
    await claimSharedFiles(registry, accountId)
    return await registry.shared.filter((file) => file.accountId === accountId).toArray()
  })
}

/** Deletes shared files that were used or declined. */
export async function deleteSharedFiles(registry: Registry, numbers: readonly number[]): Promise<void> {
  await registry.run(() => registry.shared.bulkDelete([...numbers]))
}
