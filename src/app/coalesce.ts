/**
 * Makes of work a function that may be called at any time: calls while it runs are one more run after it, together.
 * What a run fails of is its own matter, and does not keep the next one from running.
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
