export type Wakeups = {
  /** Does not wait for the write: `failed` gets what cannot be written, and the sweep finds the work. */
  wake(identityId: string): void
  /** Resolves when none is being written. */
  whenIdle(): Promise<void>
}

/**
 * One write at a time: the wake-ups that come while one is being written go together in the next, each identity once.
 * Fifty phones that sell at once do not write fifty of them.
 */
export function createWakeups(
  enqueue: (identityIds: readonly string[]) => Promise<void>,
  onError: (identityIds: readonly string[], error: unknown) => void,
): Wakeups {
  const waiting = new Set<string>()
  let writing: Promise<void> | undefined

  async function writeWaiting(): Promise<void> {
    while (waiting.size > 0) {
      const identityIds = [...waiting]
      waiting.clear()
      await enqueue(identityIds).catch((error: unknown) => onError(identityIds, error))
    }
    writing = undefined
  }

  return {
    wake(identityId) {
      waiting.add(identityId)
      writing ??= writeWaiting()
    },
    whenIdle: async () => await writing,
  }
}
