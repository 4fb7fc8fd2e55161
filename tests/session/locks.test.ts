import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserLocks } from '#session/locks.ts'
import { OneLock } from '../sync/device.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A browser that has locks and refuses to give one (private windows of some engines). */
const refusing = { request: () => Promise.reject(new DOMException('no', 'SecurityError')) }

describe.each([
  ['with Web Locks', () => browserLocks(new OneLock())],
  ['without Web Locks (E4)', () => browserLocks(undefined)],
  ['with Web Locks that refuse (E4)', () => browserLocks(refusing)],
])('%s', (name, make) => {
  it('exclusive work takes turns and gives its values', async () => {
    const locks = make()
    let inside = 0
    let most = 0
    const work = async () => {
      inside += 1
      most = Math.max(most, inside)
      await Promise.resolve()
      inside -= 1
      return most
    }
    expect(await Promise.all([locks.exclusive('a', work), locks.exclusive('a', work)])).toEqual([1, 1])
  })

  it('work that only runs when free does not wait', async () => {
    const locks = make()
    let end: (() => void) | undefined
    const first = locks.tryExclusive('a', () => new Promise<void>((resolve) => (end = resolve)))
    await expect.poll(() => end).toBeDefined()
    expect(await locks.tryExclusive('a', async () => 'ran')).toBeUndefined()
    expect(await locks.tryExclusive('b', async () => 'ran')).toBe('ran')
    end?.()
    await first
    expect(await locks.tryExclusive('a', async () => 'ran')).toBe('ran')
  })

  it('reports whether the lock excludes all others', async () => {
    const exclusive = await make().tryExclusive('a', async (hold) => hold.exclusive)
    expect(exclusive).toBe(name === 'with Web Locks')
  })

  it('work that throws gives the lock back and is not run twice', async () => {
    const locks = make()
    let runs = 0
    const failing = () => {
      runs += 1
      return Promise.reject(new Error('mine'))
    }
    await expect(locks.tryExclusive('a', failing)).rejects.toThrow('mine')
    await expect(locks.exclusive('a', failing)).rejects.toThrow('mine')
    expect(runs).toBe(2)
    expect(await locks.tryExclusive('a', async () => 'ran')).toBe('ran')
  })
})

it('a lock stolen from a frozen holder is not the sole one', async () => {
  const manager = new OneLock()
  void browserLocks(manager).tryExclusive('a', () => new Promise(() => undefined))
  const other = browserLocks(manager)
  expect(await other.tryExclusive('a', async () => 'ran')).toBeUndefined()
  expect(await other.tryExclusive('a', async ({ exclusive }) => exclusive, { steal: true })).toBe(false)
})

it('work whose lock was stolen continues to its end (C10)', async () => {
  let steal: (error: Error) => void = () => undefined
  const manager: Pick<LockManager, 'request'> = {
    // As browsers do: the request of the one it was stolen from is aborted, its work runs on.
    request: (_: string, ...rest: unknown[]) => {
      const work = rest.at(-1) as (lock: Lock) => Promise<unknown>
      const stolen = new Promise<never>((_resolve, reject) => {
        steal = reject
      })
      return Promise.race([work({ name: 'a', mode: 'exclusive' }), stolen])
    },
  }
  let end: (value: string) => void = () => undefined
  const held = browserLocks(manager).tryExclusive(
    'a',
    () => new Promise<string>((resolve) => (end = resolve)),
  )
  await Promise.resolve()
  steal(new DOMException('The lock was stolen', 'AbortError'))
  end('done')
  expect(await held).toBe('done')
})

describe('exclusive work behind a holder that is frozen', () => {
  /** A lock that a frozen page holds: it is given to one who takes it, or never. */
  function heldForEver() {
    const requests: LockOptions[] = []
    const request = (_: string, options: LockOptions, work: (lock: Lock) => unknown) => {
      requests.push(options)
      if (options.steal) return Promise.resolve(work({ name: 'a', mode: 'exclusive' }))
      return new Promise((_resolve, reject) => {
        options.signal?.addEventListener('abort', () => reject(new DOMException('no', 'AbortError')))
      })
    }
    return { requests, locks: browserLocks({ request: request as LockManager['request'] }) }
  }

  it('takes the lock once it has waited for as long as such work lasts', async () => {
    vi.useFakeTimers()
    const { requests, locks } = heldForEver()
    const done = locks.exclusive('a', async () => 'ran', { longestMs: 45_000 })
    await vi.advanceTimersByTimeAsync(44_999)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await done).toBe('ran')
    expect(requests.at(-1)).toEqual({ steal: true })
  })

  it('waits on where no limit is given, as for a stream of changes', async () => {
    vi.useFakeTimers()
    const { requests, locks } = heldForEver()
    void locks.exclusive('a', async () => 'ran')
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(requests).toEqual([{}])
  })

  it('is not disturbed once it has begun, however long it takes', async () => {
    vi.useFakeTimers()
    const locks = browserLocks(new OneLock())
    const { promise, resolve } = Promise.withResolvers<string>()
    const done = locks.exclusive('a', () => promise, { longestMs: 45_000 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(vi.getTimerCount()).toBe(0)
    resolve('ran')
    expect(await done).toBe('ran')
  })
})
