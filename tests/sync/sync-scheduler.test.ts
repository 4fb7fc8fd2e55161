import { beforeEach, describe, expect, it } from 'vitest'
import { findMeta } from '#data/meta.ts'
import { startPageTriggers } from '#sync/page-triggers.ts'
import { runSync } from '#sync/run-sync.ts'
import { createSyncScheduler } from '#sync/sync-scheduler.ts'
import { Device } from './device.ts'
import { createProduct, createSubmission, pushes } from './shop.ts'

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

describe('waking the queue', () => {
  it('sends what was queued, and asks the browser to wake the worker later', async () => {
    let wakeups = 0
    const requestSync = createSyncScheduler(device.account, device.deps, {
      registerBackgroundSync: () => {
        wakeups += 1
      },
    })
    await createSubmission(device, product)
    requestSync('enqueued')
    await expect.poll(() => device.server.invoices.size).toBe(1)
    expect(wakeups).toBe(1)
  })

  it('fifty calls at once are one or two syncs', async () => {
    const requestSync = createSyncScheduler(device.account, device.deps)
    await createSubmission(device, product)
    const before = device.server.requests.length
    for (let n = 0; n < 50; n += 1) requestSync(n % 2 === 0 ? 'online' : 'visible')
    await expect.poll(() => device.server.invoices.size).toBe(1)
    await expect.poll(() => device.server.requests.length).toBeGreaterThanOrEqual(before + 3)
    expect(device.server.requests.length - before).toBeLessThanOrEqual(4)
  })

  it('comes back by itself when a pause is over, and stops on abort', async () => {
    const { waits, wait } = manualWaits()
    const stop = new AbortController()
    const deps = { ...device.deps, ports: { ...device.deps.ports, wait } }
    const requestSync = createSyncScheduler(device.account, deps, { stop: stop.signal })
    await createSubmission(device, product)
    device.server.willFail('too-busy')
    requestSync('enqueued')
    await expect.poll(() => waits.length).toBe(1)
    expect(waits[0]?.ms).toBe(25_000)
    device.clock.move(26_000)
    waits[0]?.end()
    await expect.poll(() => device.server.invoices.size).toBe(1)
    stop.abort()
    const before = device.server.requests.length
    requestSync('person')
    expect(device.server.requests.length).toBe(before)
  })

  it('with timers that ring once a minute it still sends everything within a few minutes (F6)', async () => {
    const { waits, wait } = manualWaits()
    const deps = { ...device.deps, ports: { ...device.deps.ports, wait } }
    const requestSync = createSyncScheduler(device.account, deps)
    await createSubmission(device, product)
    device.server.willFail('unreachable', 'answer-lost', 'broken')
    requestSync('enqueued')
    for (let minute = 0; minute < 5 && device.server.invoices.size === 0; minute += 1) {
      await expect.poll(() => waits.length).toBe(minute + 1)
      device.clock.move(60_000)
      waits[minute]?.end()
      await expect.poll(() => waits.length > minute + 1 || device.server.invoices.size > 0).toBe(true)
    }
    expect(device.server.invoices.size).toBe(1)
  })

  it('when the connection is back, aborts requests on the old one and sends at once (A9, A14)', async () => {
    const requestSync = createSyncScheduler(device.account, device.deps)
    const before = device.server.requests.length
    device.server.willFail('silent')
    requestSync('timer')
    await expect.poll(() => device.server.requests.length).toBe(before + 1)
    await createSubmission(device, product)
    requestSync('online')
    expect(device.server.invoices.size).toBe(0)
    device.clock.move(4_000)
    requestSync('online')
    await expect.poll(() => device.server.invoices.size).toBe(1)
    expect(device.server.requests.at(before)?.path).toMatch(/pull$/)
    expect((await findMeta(device.account.db, 'drain'))?.failures).toBe(0)
  })

  it('a page that stalls delays no sale, and is not given up for it (A9)', async () => {
    const requestSync = createSyncScheduler(device.account, device.deps)
    const before = device.server.requests.length
    let pagesOver = 0
    device.hooks = {
      'pull:page': () => {
        pagesOver += 1
      },
    }
    device.server.willFail('silent')
    requestSync('timer')
    await expect.poll(() => device.server.requests.length).toBe(before + 1)
    for (const sales of [1, 2]) {
      await createSubmission(device, product)
      requestSync('enqueued')
      await expect.poll(() => device.server.invoices.size).toBe(sales)
    }
    const asked = device.server.requests.slice(before).map(({ path }) => path.split('/').at(-1))
    expect(asked).toEqual(['pull', 'push', 'push'])
    expect(pagesOver).toBe(0)
    expect((await findMeta(device.account.db, 'drain'))?.failures).toBe(0)
  })

  it('a sale whose attempt fails while a page stalls is sent again after its pause (A9)', async () => {
    const { waits, wait } = manualWaits()
    const deps = { ...device.deps, ports: { ...device.deps.ports, wait } }
    const requestSync = createSyncScheduler(device.account, deps)
    const before = device.server.requests.length
    device.server.willFail('silent', 'too-busy')
    requestSync('timer')
    await expect.poll(() => device.server.requests.length).toBe(before + 1)
    await createSubmission(device, product)
    requestSync('enqueued')
    await expect.poll(() => waits.map(({ ms }) => ms)).toEqual([25_000])
    device.clock.move(26_000)
    waits[0]?.end()
    await expect.poll(() => device.server.invoices.size).toBe(1)
  })

  it('after a flapping minute sends within two seconds of the stable connection (A14)', async () => {
    const { waits, wait } = manualWaits()
    const deps = { ...device.deps, ports: { ...device.deps.ports, wait } }
    await createSubmission(device, product)
    device.server.alwaysFail('unreachable')
    for (let up = 0; up < 15; up += 1) {
      await runSync(device.account, deps, 'online')
      device.clock.move(4_000)
    }
    device.server.alwaysFail('none')
    const requestSync = createSyncScheduler(device.account, deps)
    requestSync('online')
    await expect.poll(() => waits.length > 0 || device.server.invoices.size > 0).toBe(true)
    const [held] = waits
    expect(held?.ms ?? 0).toBeLessThanOrEqual(2_000)
    device.clock.move(held?.ms ?? 0)
    held?.end()
    await expect.poll(() => device.server.invoices.size).toBe(1)
  })

  it('survives an error of its own storage and reports it', async () => {
    const { waits, wait } = manualWaits()
    const errors: unknown[] = []
    const deps = { ...device.deps, ports: { ...device.deps.ports, wait } }
    const requestSync = createSyncScheduler(device.account, deps, { onError: (error) => errors.push(error) })
    await createSubmission(device, product)
    device.hooks = {
      'drain:leased': () => {
        throw new Error('storage on fire')
      },
    }
    requestSync('enqueued')
    await expect.poll(() => errors.length).toBe(1)
    device.hooks = {}
    await expect.poll(() => waits.length).toBe(1)
    waits[0]?.end()
    await expect.poll(() => device.server.invoices.size).toBe(1)
  })
})

describe('what wakes a page', () => {
  it('start, line, focus and being shown; not while hidden; nothing after it stopped', () => {
    const window = new EventTarget()
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    const kicks: string[] = []
    const requestSync = (reason: string) => {
      kicks.push(reason)
    }
    const stop = startPageTriggers(
      { window, document },
      { account: device.account, deps: device.deps, requestSync },
    )
    window.dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
    document.visibilityState = 'hidden'
    document.dispatchEvent(new Event('visibilitychange'))
    window.dispatchEvent(new Event('focus'))
    stop()
    window.dispatchEvent(new Event('online'))
    expect(kicks).toEqual(['start', 'online', 'visible'])
    expect(pushes(device)).toBe(1)
  })

  it('being left with something unsent: the worker is asked to continue, and the page makes a last attempt', async () => {
    const window = new EventTarget()
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    const kicks: string[] = []
    let handedOver = 0
    const stop = startPageTriggers(
      { window, document },
      {
        account: device.account,
        deps: device.deps,
        requestSync: (reason) => void kicks.push(reason),
        wakeWorker: () => {
          handedOver += 1
        },
      },
    )
    const hide = () => {
      document.visibilityState = 'hidden'
      document.dispatchEvent(new Event('visibilitychange'))
    }
    hide()
    expect([kicks, handedOver]).toEqual([['start'], 0])
    await createSubmission(device, product)
    await expect
      .poll(() => {
        hide()
        return handedOver
      })
      .toBeGreaterThan(0)
    expect(kicks.at(-1)).toBe('leaving')
    stop()
  })
})

describe('a push of a page that is being left', () => {
  it.each([
    ['outlives the page when it is small', true, 1, true],
    ['does not when it is too large for that', true, 45, false],
    ['does not while somebody looks', false, 1, false],
  ])('%s (browsers refuse 64 KiB and more)', async (_, leaving, submissions, expected) => {
    for (let n = 0; n < submissions; n += 1) await createSubmission(device, product)
    const asked: unknown[] = []
    const call: typeof device.deps.call = (name, input, options) => {
      if (name === 'sync.push') asked.push(options?.keepalive)
      return device.deps.call(name, input, options)
    }
    await runSync(device.account, { ...device.deps, call, isPageClosing: () => leaving }, 'leaving')
    expect(asked[0]).toBe(expected)
    expect(device.server.invoices.size).toBe(submissions)
  })
})
