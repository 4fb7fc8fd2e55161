import { Dexie } from 'dexie'
import { describe, expect, it, vi } from 'vitest'
import { openAccountDatabase } from '#data/account-database.ts'
import { accountId } from '#data/account-id.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import { createPorts } from '#data/ports.ts'
import {
  getOrCreateDeviceId,
  listAccounts,
  openRegistry,
  updatePendingCount,
  upsertAccount,
} from '#data/registry.ts'
import { DeviceStorageFailure } from '#data/storage-failure.ts'
import { uuidV7 } from '#data/uuid-v7.ts'
import { watch } from '#data/watch.ts'
import { openWithin, withReconnect } from '#data/with-reconnect.ts'
import { testPorts } from './records.ts'

/** Fails the first `times` calls with an error of this name, as browsers do under a running page. */
function failing(times: number, name: string) {
  let calls = 0
  return async () => {
    calls += 1
    if (calls <= times) throw new DOMException('Connection to Indexed Database server lost', name)
    return calls
  }
}

describe('withReconnect', () => {
  it.each(['InvalidStateError', 'UnknownError', 'DatabaseClosedError'])(
    'reopens after %s and repeats the work once (D3, D4)',
    async (name) => {
      const db = await openAccountDatabase(`guard ${name}`, testPorts())
      expect(await withReconnect(db, failing(1, name))).toBe(2)
      await upsertMeta(db, 'pending', 3)
      expect(await findMeta(db, 'pending')).toBe(3)
    },
  )

  it('reports broken storage when the second attempt fails as well', async () => {
    const db = await openAccountDatabase('guard twice', testPorts())
    await expect(withReconnect(db, failing(2, 'UnknownError'))).rejects.toMatchObject({
      name: 'DeviceStorageFailure',
      code: 'DEVICE_STORAGE_BROKEN',
    })
  })

  it('gives up after three reopenings within a minute, and tries again later', async () => {
    let now = 0
    const db = await openAccountDatabase('guard often', testPorts({ clock: { now: () => now } }))
    for (let n = 0; n < 3; n += 1) expect(await withReconnect(db, failing(1, 'UnknownError'))).toBe(2)
    await expect(withReconnect(db, failing(1, 'UnknownError'))).rejects.toThrow('DEVICE_STORAGE_BROKEN')
    now = 61_000
    expect(await withReconnect(db, failing(1, 'UnknownError'))).toBe(2)
  })

  it('does not reopen a database that its owner closed', async () => {
    const db = await openAccountDatabase('guard ended', testPorts())
    db.close()
    await expect(withReconnect(db, () => findMeta(db, 'pending'))).rejects.toThrow('DEVICE_STORAGE_BROKEN')
    expect(db.isOpen()).toBe(false)
  })

  it('distinguishes full storage from broken storage, also when the error is wrapped (D1)', async () => {
    const db = await openAccountDatabase('guard full', testPorts())
    const wrapped = Object.assign(new Error('aborted'), {
      name: 'AbortError',
      inner: new DOMException('over quota', 'QuotaExceededError'),
    })
    await expect(withReconnect(db, () => Promise.reject(wrapped))).rejects.toMatchObject({
      code: 'DEVICE_STORAGE_FULL',
    })
  })

  it('passes errors that are not of the storage through', async () => {
    const db = await openAccountDatabase('guard mistake', testPorts())
    await expect(withReconnect(db, () => Promise.reject(new RangeError('ours')))).rejects.toThrow(RangeError)
  })

  it('does not wait longer than five seconds for a database that never opens (D5)', async () => {
    const waits: number[] = []
    const wait = async (ms: number) => {
      waits.push(ms)
    }
    await expect(openWithin({ open: () => new Promise(() => undefined) }, wait)).rejects.toBeInstanceOf(
      DeviceStorageFailure,
    )
    expect(waits).toEqual([5_000])
  })

  it('waits without limit for an upgrade that has begun', async () => {
    let finish: (() => void) | undefined
    const open = () =>
      new Promise<void>((resolve) => {
        finish = resolve
      })
    const opening = openWithin({ open, upgrading: true }, () => Promise.resolve())
    expect(await Promise.race([opening.then(() => 'open'), Promise.resolve('still waiting')])).toBe(
      'still waiting',
    )
    finish?.()
    await expect(opening).resolves.toBeUndefined()
  })

  it('reports broken storage when the browser has none (D9)', async () => {
    const missing = {
      open: () => Promise.reject(Object.assign(new Error('no'), { name: 'MissingAPIError' })),
    }
    await expect(openWithin(missing, testPorts().wait)).rejects.toMatchObject({
      code: 'DEVICE_STORAGE_BROKEN',
    })
  })

  it('closes the connection for a newer version of the app (D6)', async () => {
    const db = await openAccountDatabase('guard upgrade', testPorts())
    const epoch = await findMeta(db, 'epoch')
    const newer = indexedDB.open(db.name, 10_000)
    await new Promise((resolve, reject) => {
      newer.addEventListener('success', resolve)
      newer.addEventListener('error', reject)
      newer.addEventListener('blocked', () => reject(new Error('blocked')))
    })
    newer.result.close()
    expect(epoch).toBeTruthy()
  })

  it('shares one reopening between requests that lost the same connection', async () => {
    const db = await openAccountDatabase('guard shared', testPorts())
    const works = [1, 2, 3, 4, 5].map(() => failing(1, 'UnknownError'))
    expect(await Promise.all(works.map((work) => withReconnect(db, work)))).toEqual([2, 2, 2, 2, 2])
    expect(db.recentReopenings).toHaveLength(1)
  })

  it('repeats nested work once, not once per level', async () => {
    const db = await openAccountDatabase('guard nested', testPorts())
    let calls = 0
    const lost = () => {
      calls += 1
      return Promise.reject(new DOMException('lost', 'UnknownError'))
    }
    await expect(withReconnect(db, () => withReconnect(db, lost))).rejects.toThrow('DEVICE_STORAGE_BROKEN')
    expect(calls).toBe(2)
  })

  it('repeats a transaction as a whole and leaves its requests alone', async () => {
    const db = await openAccountDatabase('guard transaction', testPorts())
    const fails = failing(1, 'UnknownError')
    await db.transaction('rw', db.meta, async () => {
      await upsertMeta(db, 'pending', ((await findMeta(db, 'pending')) ?? 0) + 1)
      await fails()
    })
    expect(await findMeta(db, 'pending')).toBe(1)
    expect(db.activeOperations).toBe(0)
  })

  it('keeps a live query following what it read', async () => {
    const db = await openAccountDatabase('guard live', testPorts())
    const seen: unknown[] = []
    const read = async () => [await findMeta(db, 'pending'), await findMeta(db, 'language')]
    const stop = watch(read, (value) => seen.push(value))
    await vi.waitFor(() => expect(seen).toEqual([[undefined, undefined]]))
    await upsertMeta(db, 'language', 'sw')
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([undefined, 'sw']))
    stop()
  })
})

describe('accounts of a device', () => {
  it('have different databases for each company and user, and no name in them', async () => {
    const ids = await Promise.all([
      accountId('c', 'u'),
      accountId('c', 'v'),
      accountId('d', 'u'),
      accountId(null, 'u'),
    ])
    expect(new Set(ids).size).toBe(4)
    expect(ids.every((id) => /^[0-9a-f]{20}$/.test(id))).toBe(true)
    expect(await accountId('c', 'u')).toBe(ids[0])
  })

  it('share one device id, minted once, also by two at once', async () => {
    const ports = testPorts()
    const registry = await openRegistry(ports)
    const [one, two] = await Promise.all([
      getOrCreateDeviceId(registry, ports.newId),
      getOrCreateDeviceId(registry, ports.newId),
    ])
    expect(one).toBe(two)
  })

  it('say that the phone is full when the browser dropped everything and has no room for it again (D1, D8)', async () => {
    const full = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
    // Before the database is made: its constructor takes the method of Dexie that it overrides.
    const transaction = vi.spyOn(Dexie.prototype, 'transaction').mockImplementation(full as never)
    const registry = await openRegistry(testPorts())
    vi.spyOn(registry.accounts, 'put').mockImplementation(full as never)
    const row = { id: 'a', companyId: 'c', userId: 'u', displayName: '', pendingCount: 0, lastUsedAt: 1 }
    for (const work of [getOrCreateDeviceId(registry, () => 'd'), upsertAccount(registry, row)]) {
      await expect(work).rejects.toMatchObject({ code: 'DEVICE_STORAGE_FULL' })
    }
    transaction.mockRestore()
  })

  it('are listed by last use, with a copy of their pending count', async () => {
    const registry = await openRegistry(testPorts())
    const account = { companyId: 'c', userId: 'u', displayName: 'Asha', pendingCount: 0 }
    await upsertAccount(registry, { ...account, id: 'a', lastUsedAt: 1 })
    await upsertAccount(registry, { ...account, id: 'b', lastUsedAt: 2 })
    await updatePendingCount(registry, 'a', 7)
    expect((await listAccounts(registry)).map(({ id, pendingCount }) => [id, pendingCount])).toEqual([
      ['b', 0],
      ['a', 7],
    ])
  })

  it('get a new epoch when the database is created again (D8)', async () => {
    const first = await openAccountDatabase('epochs', testPorts())
    const before = await findMeta(first, 'epoch')
    first.close()
    const again = await openAccountDatabase('epochs', testPorts())
    expect(await findMeta(again, 'epoch')).toBe(before)
    await again.delete()
    const ports = testPorts()
    ports.newId()
    const anew = await openAccountDatabase('epochs', ports)
    expect(await findMeta(anew, 'epoch')).not.toBe(before)
  })
})

describe('ports of a real machine', () => {
  it.each([0, 1_795_000_000_000, -5, 2 ** 60])('make a UUID of version 7 for any clock: %i', (ms) => {
    expect(uuidV7(ms, new Uint8Array(10).fill(255))).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })

  it('have chance below one, different ids and waits that can be cut short', async () => {
    const ports = createPorts({
      now: () => 5,
      fill: (bytes) => {
        crypto.getRandomValues(bytes)
      },
    })
    expect(ports.random()).toBeLessThan(1)
    expect(ports.newId()).not.toBe(ports.newId())
    const stop = new AbortController()
    const waiting = ports.wait(1_000_000, stop.signal)
    stop.abort()
    await waiting
    await ports.wait(0)
    await ports.wait(1_000_000, stop.signal)
  })
})
