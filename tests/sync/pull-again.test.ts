import { beforeEach, describe, expect, it } from 'vitest'
import { findMeta } from '#data/meta.ts'
import { runSync } from '#sync/run-sync.ts'
import { createSyncScheduler } from '#sync/sync-scheduler.ts'
import { Device } from './device.ts'
import { createProduct, createSubmission } from './shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

/** Waits that a test ends by hand. */
function manualWaits() {
  const waits: { ms: number; end: () => void }[] = []
  const wait = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      waits.push({ ms, end: resolve })
      signal?.addEventListener('abort', () => resolve())
    })
  return { waits, wait }
}

/** An invoice of this company that the server has and this phone does not. */
async function insertOnServer(): Promise<string> {
  const other = await Device.make({ server: device.server, clock: device.clock })
  await runSync(other.account, other.deps, 'start')
  const row = await createSubmission(other, product)
  await runSync(other.account, other.deps, 'enqueued')
  return row.id
}

const hasInvoice = async (id: string) => (await device.account.db.invoices.get(id)) !== undefined

describe('a page that starts', () => {
  it('fetches by itself when the fetch of the worker that it left the work to came to nothing', async () => {
    const id = await insertOnServer()
    let end: (() => void) | undefined
    device.hooks = {
      'pull:page': () =>
        new Promise<void>((resolve) => {
          end = resolve
        }),
    }
    device.server.willFail('unreachable')
    const worker = runSync(device.account, device.deps, 'message')
    await expect.poll(() => end !== undefined).toBe(true)
    const { waits, wait } = manualWaits()
    const page = device.another()
    const requestSync = createSyncScheduler(device.account, {
      ...page,
      ports: { ...page.ports, wait },
      hooks: {},
    })
    requestSync('start')
    await expect.poll(() => waits.map(({ ms }) => ms)).toEqual([2_000])
    end?.()
    expect(await worker).toMatchObject({ pulled: 'failed' })
    waits[0]?.end()
    await expect.poll(() => hasInvoice(id)).toBe(true)
  })
})

describe.each(['start', 'push'] as const)('a fetch that fails, begun by %s', (trigger) => {
  it('is tried once more after its pause; then the next trigger is awaited', async () => {
    const id = await insertOnServer()
    const { waits, wait } = manualWaits()
    const requestSync = createSyncScheduler(device.account, {
      ...device.deps,
      ports: { ...device.deps.ports, wait },
    })
    const before = device.server.requests.length
    device.server.alwaysFail('unreachable')
    requestSync(trigger)
    await expect.poll(() => waits.map(({ ms }) => ms)).toEqual([500])
    waits[0]?.end()
    await expect.poll(() => device.server.requests.length - before).toBe(2)
    expect(waits).toHaveLength(1)
    expect((await findMeta(device.account.db, 'contact'))?.online).toBe(false)
    device.server.alwaysFail('none')
    requestSync('timer')
    await expect.poll(() => hasInvoice(id)).toBe(true)
  })
})
