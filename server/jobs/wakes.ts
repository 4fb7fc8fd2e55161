export type Wakes = {
  /** Nobody waits for it: what cannot be written is told to `failed`, and the sweep finds the work. */
  wake(identityId: string): void
  /** Resolves when none is being written. */
  settled(): Promise<void>
}

/**
 * One wake-up at a time for each identity: what comes while one is being written is one more after it, however many
 * came. Fifty phones that sell at once do not write fifty of them.
 */
export function createWakes(
  enqueue: (identityId: string) => Promise<void>,
  failed: (identityId: string, error: unknown) => void,
): Wakes {
  const underWay = new Map<string, { again: boolean; done: Promise<void> }>()

  async function write(identityId: string, wake: { again: boolean }): Promise<void> {
    try {
      while (wake.again) {
        wake.again = false
        await enqueue(identityId)
      }
    } catch (error) {
      failed(identityId, error)
    } finally {
      underWay.delete(identityId)
    }
  }

  return {
    wake(identityId) {
      const known = underWay.get(identityId)
      if (known) {
        known.again = true
        return
      }
      const wake = { again: true, done: Promise.resolve() }
      underWay.set(identityId, wake)
      wake.done = write(identityId, wake)
    },
    async settled() {
      await Promise.all([...underWay.values()].map(({ done }) => done))
    },
  }
}
