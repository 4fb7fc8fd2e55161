import { expect, it } from 'vitest'
import { coalesce } from '#app/coalesce.ts'

/** Work that ends when the test ends it. */
function someWork() {
  const runs: { end: () => void; fail: () => void }[] = []
  const work = () =>
    new Promise<void>((resolve, reject) => {
      runs.push({ end: resolve, fail: () => reject(new Error('no line')) })
    })
  return { runs, ask: coalesce(work) }
}

it('runs once more for all requests during a run, and then stops', async () => {
  const { runs, ask } = someWork()
  for (let n = 0; n < 100; n += 1) ask()
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.end()
  await Promise.resolve()
  await Promise.resolve()
  expect(runs).toHaveLength(2)
})

it('runs again after a run that failed', async () => {
  const { runs, ask } = someWork()
  ask()
  runs[0]?.fail()
  await expect
    .poll(() => {
      ask()
      return runs.length
    })
    .toBeGreaterThan(1)
})
