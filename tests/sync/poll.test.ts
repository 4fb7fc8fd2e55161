import { expect, it } from 'vitest'
import { pollDelay, startPolling } from '#sync/poll.ts'

/** Waits that a test ends by hand, on a clock of their own. */
function handClock() {
  const waits: { ms: number; end: () => void }[] = []
  let polledAt = 0
  const polls: number[] = []
  const stop = new AbortController()
  const polling = startPolling(
    {
      wait: (ms, signal) =>
        new Promise((resolve) => {
          waits.push({ ms, end: resolve })
          signal?.addEventListener('abort', () => resolve())
        }),
    },
    () => polls.push(polledAt),
    stop.signal,
  )
  const pass = async (): Promise<number> => {
    const wait = waits.at(-1)
    if (!wait) throw new Error('nothing waits')
    polledAt += wait.ms
    const before = waits.length
    wait.end()
    await expect.poll(() => waits.length).toBeGreaterThan(before)
    return wait.ms
  }
  return { waits, looks: polls, looking: polling, stop, pass }
}

it('looks 2, 5, 10 and 30 seconds after something was numbered, then every minute (at most 12 requests a minute, I14)', async () => {
  const { looks, looking, pass, waits } = handClock()
  expect(await pass()).toBe(60_000)
  looking.setAwaited(1)
  await expect.poll(() => waits.at(-1)?.ms).toBe(2_000)
  for (let poll = 0; poll < 6; poll += 1) await pass()
  expect(looks.map((at) => at - 60_000)).toEqual([0, 2_000, 5_000, 10_000, 30_000, 90_000, 150_000])
})

it('restarts the short interval for one more, and not for fewer', async () => {
  const { looking, pass, waits } = handClock()
  looking.setAwaited(2)
  await expect.poll(() => waits.at(-1)?.ms).toBe(2_000)
  await pass()
  looking.setAwaited(1)
  expect(await pass()).toBe(3_000)
  looking.setAwaited(2)
  await expect.poll(() => waits.at(-1)?.ms).toBe(2_000)
})

it('polls slowly when nothing is awaited any more, and stops on abort', async () => {
  const { looking, pass, waits, stop, looks } = handClock()
  looking.setAwaited(1)
  await expect.poll(() => waits.at(-1)?.ms).toBe(2_000)
  looking.setAwaited(0)
  await pass()
  expect(waits.at(-1)?.ms).toBe(60_000)
  stop.abort()
  expect(looks).toHaveLength(1)
  expect(pollDelay(false, 0)).toBe(60_000)
})
