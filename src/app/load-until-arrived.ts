import { loadModule } from '#ui/load-module.ts'

/** How soon a part that did not arrive is asked for again, as a worker that could not be installed is. */
const AGAIN_MS = 15_000

/**
 * Loads a part of the app that no person waits for: again every quarter of a minute until it arrives. Chromium up to 150
 * remembers a failed import for the life of the page, so after each attempt `withoutIt` does what can be done without the
 * part; its own failure is tried again with the next attempt.
 */
export async function loadUntilArrived<T>(
  load: () => Promise<T>,
  withoutIt: () => Promise<unknown>,
  wait: (ms: number) => Promise<void>,
): Promise<T> {
  for (;;) {
    try {
      return await loadModule(load)
    } catch {
      await withoutIt().catch(() => undefined)
      await wait(AGAIN_MS)
    }
  }
}

type Course = {
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly withoutIt?: () => void
}

/** Starts a part that no person waits for as soon as it has arrived. Returns the function that stops it, or its loading. */
export function startWhenArrived<T>(
  load: () => Promise<T>,
  start: (part: T) => () => void,
  { wait, withoutIt = () => undefined }: Course,
): () => void {
  const stopped = new AbortController()
  let stop: (() => void) | undefined
  const arrived = loadUntilArrived(
    async () => (stopped.signal.aborted ? undefined : { part: await load() }),
    async () => withoutIt(),
    (ms) => wait(ms, stopped.signal),
  )
  void arrived.then((loaded) => {
    if (loaded && !stopped.signal.aborted) stop = start(loaded.part)
  })
  return () => {
    stopped.abort()
    stop?.()
    stop = undefined
  }
}
