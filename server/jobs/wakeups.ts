export type Wakeups = {
  /** Does not wait for the write: `failed` gets what cannot be written, and the sweep finds the work. */
  wake(identityId: string): void
  /** Resolves when none is being written. */
  whenIdle(): Promise<void>
}

/**
 * One wake-up at a time for each identity: what comes while one is being written is one more after it, however many
 * came. Fifty phones that sell at once do not write fifty of them.
 */
export function createWakeups(
  enqueue: (identityId: string) => Promise<void>,
  onError: (identityId: string, error: unknown) => void,
): Wakeups {
  const inFlight = new Map<string, { isRequestedAgain: boolean; done: Promise<void> }>()

  async function enqueueRequested(identityId: string, request: { isRequestedAgain: boolean }): Promise<void> {
    try {
      while (request.isRequestedAgain) {
        request.isRequestedAgain = false
        await enqueue(identityId)
      }
    } catch (error) {
      onError(identityId, error)
    } finally {
      inFlight.delete(identityId)
    }
  }

  return {
    wake(identityId) {
      const running = inFlight.get(identityId)
      if (running) {
        running.isRequestedAgain = true
        return
      }
      const request = { isRequestedAgain: true, done: Promise.resolve() }
      inFlight.set(identityId, request)
      request.done = enqueueRequested(identityId, request)
    },
    async whenIdle() {
      await Promise.all([...inFlight.values()].map(({ done }) => done))
    },
  }
}
