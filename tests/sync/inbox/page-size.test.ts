import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findMeta, upsertMeta } from '#data/meta.ts'
import type { SyncDeps } from '#sync/connection/sync-deps.ts'
import { findPageSize, growPageSize } from '#sync/inbox/page-size.ts'
import { runSync } from '#sync/run-sync.ts'
import { readStatus } from '#sync/status.ts'
import { Device } from '../device.ts'
import { createProduct } from '../shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a line that carries less than a page in the time', () => {
  it('gets smaller pages until one comes, and holds no sale back meanwhile', async () => {
    const other = await Device.make({ server: device.server, clock: device.clock })
    const asked: (string | undefined)[] = []
    const deps: SyncDeps = {
      ...other.deps,
      call: (name, input, options) => {
        if (name !== 'sync.pull') return other.deps.call(name, input, options)
        const { limit } = input as { limit?: string }
        asked.push(limit)
        return Number(limit) > 130
          ? Promise.resolve({ kind: 'too-slow' })
          : other.deps.call(name, input, options)
      },
    }
    for (let slow = 0; slow < 2; slow += 1) {
      expect(await runSync(other.account, deps, 'person')).toMatchObject({ pulled: 'more', dueInMs: 0 })
      expect((await findMeta(other.account.db, 'drain'))?.failures ?? 0).toBe(0)
    }
    expect(await runSync(other.account, deps, 'timer')).toMatchObject({ pulled: 'up-to-date' })
    expect(asked).toEqual(['500', '250', '125'])
    expect(await other.account.db.products.get(product)).toBeDefined()
  })

  it('gets larger ones again after a full one that came quickly', async () => {
    const { account } = device
    expect(await growPageSize(account, 125, { changes: 3, tookMs: 100 })).toBe(125)
    expect(await growPageSize(account, 125, { changes: 125, tookMs: 20_000 })).toBe(125)
    expect(await growPageSize(account, 125, { changes: 125, tookMs: 100 })).toBe(250)
    expect(await findPageSize(account)).toBe(250)
    expect(await growPageSize(account, 400, { changes: 400, tookMs: 100 })).toBe(500)
  })

  it('is no reason to ask for ever: the smallest page that does not come is a lost connection', async () => {
    await upsertMeta(device.account.db, 'page-size', 30)
    const deps: SyncDeps = {
      ...device.deps,
      call: (name, input, options) =>
        name === 'sync.pull' ? Promise.resolve({ kind: 'too-slow' }) : device.deps.call(name, input, options),
    }
    expect(await runSync(device.account, deps, 'person')).toMatchObject({ pulled: 'failed' })
    expect((await findMeta(device.account.db, 'drain'))?.failures).toBe(1)
  })

  it('is another thing than a line without any answer, which is said to be lost after twenty seconds (A9)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const before = device.server.requests.length
    device.server.willFail('silent')
    const syncing = runSync(device.account, device.deps, 'timer')
    await vi.waitUntil(() => device.server.requests.length > before)
    vi.advanceTimersByTime(20_000)
    expect(await syncing).toMatchObject({ pulled: 'failed' })
    expect((await readStatus(device.account.db)).online).toBe('no-internet')
    expect(await findPageSize(device.account)).toBe(500)
  })
})
