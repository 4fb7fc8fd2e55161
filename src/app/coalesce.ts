/**
 * Wraps work in a function that may be called at any time: all calls during a run cause one more run after it. A run
 * handles its own errors; they do not prevent the next run.
 */
export function coalesce(task: () => Promise<void>): () => void {
  let running = false
  let rerunRequested = false

  async function run(): Promise<void> {
    running = true
    while (rerunRequested) {
      rerunRequested = false
      await task().catch(() => undefined)
    }
    running = false
  }

  return () => {
    rerunRequested = true
    if (!running) void run()
  }
}
