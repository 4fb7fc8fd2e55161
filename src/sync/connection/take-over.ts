import type { Locks } from '#session/locks.ts'
import type { SyncDeps } from './sync-deps.ts'

/** Longer than one request and the storing of its answer take on a cheap phone. */
const LONGEST_WITHOUT_PROGRESS_MS = 120_000

/** A lock that was found held: since when, and how far its holder had come then. */
type Held = { readonly since: number; readonly progress: string }

const heldLocks = new WeakMap<Locks, Map<string, Held>>()

/**
 * Runs `work` under a lock, or not at all while another page or the worker holds it (`undefined`). A page that the
 * browser has frozen keeps its locks, for hours perhaps: once the holder has come no further for two minutes, the lock is
 * taken from it. It goes on when it wakes up, so `work` must bear company. Whatever `readProgress` gives changes with
 * every step of the work.
 */
export async function tryOrTakeOver<T>(
  { locks, ports }: Pick<SyncDeps, 'locks' | 'ports'>,
  name: string,
  { readProgress, work }: { readonly readProgress: () => Promise<unknown>; readonly work: () => Promise<T> },
): Promise<T | undefined> {
  const held = heldLocks.get(locks) ?? new Map<string, Held>()
  heldLocks.set(locks, held)
  const done = await locks.tryExclusive(name, async () => {
    held.delete(name)
    return { value: await work() }
  })
  if (done) return done.value
  const now = ports.clock.now()
  const progress = JSON.stringify(await readProgress())
  const before = held.get(name)
  if (before?.progress !== progress || now < before.since) {
    held.set(name, { since: now, progress })
    return undefined
  }
  if (now - before.since < LONGEST_WITHOUT_PROGRESS_MS) return undefined
  held.delete(name)
  return locks.tryExclusive(name, work, { steal: true })
}
