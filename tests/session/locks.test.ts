import { describe, expect, it } from 'vitest'
import { browserLocks } from '#session/locks.ts'
import { OneLock } from '../sync/device.ts'

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
