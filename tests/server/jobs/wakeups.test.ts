import { expect, test } from 'vitest'
import { createWakeups } from '#server/jobs/wakeups.ts'

function aQueue() {
  const written: string[] = []
  const failures: string[] = []
  const waiting: (() => void)[] = []
  let broken = false
  const wakeups = createWakeups(
    async (identityIds) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      if (broken) throw new Error('the queue is away')
      written.push(...identityIds)
    },
    (identityIds) => failures.push(...identityIds),
  )
  return {
    wakes: wakeups,
    written,
    failures,
    break: () => {
      broken = true
    },
    /** Lets everything that waits be written, and what that leads to. */
    letThrough: async () => {
      const settled = wakeups.whenIdle()
      for (let turn = 0; turn < 20; turn += 1) {
        waiting.shift()?.()
        await Promise.resolve()
        await Promise.resolve()
      }
      await settled
    },
  }
}

test('many wake-ups while one is being written are one more after it', async () => {
  const queue = aQueue()
  for (let phone = 0; phone < 50; phone += 1) queue.wakes.wake('shop')
  queue.wakes.wake('other')
  await queue.letThrough()
  expect(queue.written.toSorted()).toEqual(['other', 'shop', 'shop'])
})

test('a wake-up after the others were written is written too', async () => {
  const queue = aQueue()
  queue.wakes.wake('shop')
  await queue.letThrough()
  queue.wakes.wake('shop')
  await queue.letThrough()
  expect(queue.written).toEqual(['shop', 'shop'])
})

test('one that cannot be written is reported, and does not prevent the next', async () => {
  const queue = aQueue()
  queue.break()
  queue.wakes.wake('shop')
  await queue.letThrough()
  expect(queue.failures).toEqual(['shop'])
  queue.wakes.wake('shop')
  await queue.letThrough()
  expect(queue.failures).toEqual(['shop', 'shop'])
})
