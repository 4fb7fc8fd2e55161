import { guarded } from './guard.ts'
import type { Registry, SharedFile } from './registry.ts'

/** What other apps shared is offered this long, and so many of them. */
const KEPT_MS = 7 * 86_400_000
const MOST = 5

/** Keeps what another app shared until somebody is there to say which expense it belongs to. */
export async function keepShared(
  registry: Registry,
  files: readonly Omit<SharedFile, 'n'>[],
  now: number,
): Promise<void> {
  await guarded(registry, () =>
    registry.transaction('rw', registry.shared, async () => {
      await registry.shared.bulkAdd(files.slice(-MOST))
      const all = await registry.shared.toArray()
      const gone = all.filter(({ at }, place) => now - at > KEPT_MS || place < all.length - MOST)
      await registry.shared.bulkDelete(gone.map(({ n }) => n))
    }),
  )
}

/** What was shared and not taken yet, oldest first. */
export function listShared(registry: Registry): Promise<SharedFile[]> {
  return guarded(registry, () => registry.shared.toArray())
}

/** Forgets what somebody took or did not want. */
export async function dropShared(registry: Registry, ns: readonly number[]): Promise<void> {
  await guarded(registry, () => registry.shared.bulkDelete([...ns]))
}
