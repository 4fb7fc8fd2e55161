import type { StreamEnd } from '#api/event-stream.ts'
import type { Ports } from '#data/ports.ts'
import type { Locks } from '#session/locks.ts'

export type FollowDeps = {
  readonly ports: Pick<Ports, 'random' | 'wait'>
  readonly locks: Locks
  /** Opens the stream and resolves when it ends. */
  readonly listen: (signal: AbortSignal, onEvent: (data: string) => void) => Promise<StreamEnd>
}

const SHORTEST_MS = 1_000
const LONGEST_MS = 60_000

/**
 * Keeps one stream of changes open for an account, over all its windows, and passes the server's feed positions to
 * `onChange`: once at the beginning of each stream, and whenever the feed has grown. A stream that ends is opened
 * again, at growing intervals while that fails. Ends when the session ends, or with `stop`: a hidden page stops, so
 * that another one may listen.
 */
export async function followChanges(
  accountId: string,
  { ports, locks, listen }: FollowDeps,
  { stop, onChange }: { readonly stop: AbortSignal; readonly onChange: (data: string) => void },
): Promise<void> {
  await locks.exclusive(`changes:${accountId}`, async () => {
    let failures = 0
    while (!stop.aborted) {
      let received = false
      const end = await listen(stop, (data) => {
        received = true
        onChange(data)
      })
      if (end === 'not-signed-in' || stop.aborted) return
      failures = received ? 0 : failures + 1
      const longest = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** Math.min(failures, 10))
      await ports.wait(SHORTEST_MS + ports.random() * (longest - SHORTEST_MS), stop)
    }
  })
}
