import type { Registry, SharedFile } from './registry.ts'

/** Files from other apps are offered for this long, and at most so many. */
const RETENTION_MS = 7 * 86_400_000
const MAX_FILES = 5

/** Keeps files that another app shared until a person says which expense they belong to. */
export async function insertSharedFiles(
  registry: Registry,
  files: readonly Omit<SharedFile, 'n'>[],
  now: number,
): Promise<void> {
  await registry.transaction('rw', registry.shared, async () => {
    await registry.shared.bulkAdd(files.slice(-MAX_FILES))
    const all = await registry.shared.toArray()
    const expired = all.filter(({ at }, place) => now - at > RETENTION_MS || place < all.length - MAX_FILES)
    await registry.shared.bulkDelete(expired.map(({ n }) => n))
  })
}

/** Shared files that are not used yet, oldest first. */
export function listSharedFiles(registry: Registry): Promise<SharedFile[]> {
  return registry.run(() => registry.shared.toArray())
}

/** Deletes shared files that were used or declined. */
export async function deleteSharedFiles(registry: Registry, numbers: readonly number[]): Promise<void> {
  await registry.run(() => registry.shared.bulkDelete([...numbers]))
}
