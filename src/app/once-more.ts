/**
 * Makes of work a function that may be called at any time: calls while it runs are one more run after it, together.
 * What a run fails of is its own matter, and does not keep the next one from running.
 */
export function onceMore(work: () => Promise<void>): () => void {
  let running = false
  let wanted = false

  async function run(): Promise<void> {
    running = true
    while (wanted) {
      wanted = false
      await work().catch(() => undefined)
    }
    running = false
  }

  return () => {
    wanted = true
    if (!running) void run()
  }
}
