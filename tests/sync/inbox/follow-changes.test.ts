import { expect, test } from 'vitest'
import type { StreamEnd } from '#api/event-stream.ts'
import { browserLocks } from '#session/locks.ts'
import { followChanges } from '#sync/inbox/follow-changes.ts'

/**
 * A stream that ends in the given ways, one each; with `!` after it had brought a change. Then the user is
 * signed out.
 */
function aStream(...ends: (StreamEnd | 'closed!')[]) {
  const waits: number[] = []
  let opened = 0
  const received: string[] = []
  const run = (stop = new AbortController().signal, locks = browserLocks(undefined)) =>
    followChanges(
      'asha',
      {
        locks,
        ports: {
          random: () => 1,
          wait: async (ms) => {
            waits.push(ms)
          },
        },
        listen: async (_, onEvent) => {
          const end = ends[opened] ?? 'not-signed-in'
          opened += 1
          if (end !== 'closed!') return end
          onEvent(`of stream ${opened}`)
          return 'closed'
        },
      },
      {
        stop,
        onChange: (data) => {
          received.push(data)
        },
      },
    )
  return { run, waits, opened: () => opened, heard: received }
}

test('a stream that ends is opened again at once, one that fails slower and slower, to a minute', async () => {
  const stream = aStream('closed!', 'lost', 'lost', 'lost', 'lost', 'lost', 'lost', 'lost', 'closed!')
  await stream.run()
  expect(stream.waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 1000])
  expect(stream.opened()).toBe(10)
  expect(stream.heard).toEqual(['of stream 1', 'of stream 9'])
})

test('it ends when the user is signed out, and is not opened by a hidden page', async () => {
  const stream = aStream('not-signed-in')
  await stream.run()
  expect(stream.opened()).toBe(1)
  const hidden = new AbortController()
  hidden.abort()
  await stream.run(hidden.signal)
  expect(stream.opened()).toBe(1)
})

test('of several windows one listens: the browser has few connections', async () => {
  const locks = browserLocks(undefined)
  const hide = new AbortController()
  let open = 0
  let most = 0
  const listen = (signal: AbortSignal) =>
    new Promise<StreamEnd>((resolve) => {
      open += 1
      most = Math.max(most, open)
      signal.addEventListener('abort', () => {
        open -= 1
        resolve('lost')
      })
    })
  const ports = { random: () => 0, wait: async () => undefined }
  const window = (stop: AbortSignal) =>
    followChanges('asha', { locks, ports, listen }, { stop, onChange: () => undefined })
  const second = new AbortController()
  const windows = [window(hide.signal), window(second.signal)]
  await expect.poll(() => open).toBe(1)
  hide.abort()
  await windows[0]
  await expect.poll(() => open).toBe(1)
  second.abort()
  await Promise.all(windows)
  expect(most).toBe(1)
})
