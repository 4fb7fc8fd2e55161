import 'fake-indexeddb/auto'
import dns from 'node:dns'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { PUSH_MAX_OPERATIONS } from '#contract/sync.ts'
import type { Ports } from '#data/ports.ts'
import { drainTag } from '#sync/background-sync.ts'
import { startPageTriggers } from '#sync/page-triggers.ts'
import { readStatus } from '#sync/status.ts'
import { createSyncScheduler } from '#sync/sync-scheduler.ts'
import { openTlsProxy } from '../support/tls-proxy.ts'
import type { RealPhone } from './real-phone.ts'
import { expectAllConsistent, phone, sell, shop, testBed } from './shop-fixture.ts'
import { PUSH, problem } from './test-bed.ts'

/** A bound for a busy machine; nothing waits for it when things go well. */
const WAIT = { timeout: 20_000 }
const ALWAYS = Number.POSITIVE_INFINITY
const DAY = 86_400_000
/** While nothing succeeds (I14). */
const MOST_A_MINUTE = 12

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Keeps trying, and reports that it cannot: what it stored stays as it was sold. */
async function expectOffline(by: RealPhone): Promise<void> {
  await by.sync('enqueued')
  await by.sync('person')
  for (let n = 0; n < 5; n += 1) {
    const { dueInMs } = await by.sync('timer')
    testBed.backend.clock.advance(dueInMs ?? 0)
  }
  const unsent = await by.unsent()
  expect(unsent.map(({ state, serverErrors }) => [state, serverErrors])).toEqual([['queued', 0]])
  expect(await readStatus(by.account.db)).toMatchObject({ online: 'no-internet', pendingCount: 1 })
}

test('an unknown host name counts as offline: the sale waits, shows this, and goes once when the name is found (A13)', async () => {
  await sell()
  const seen = testBed.proxy.seen.length
  const unknown = vi.spyOn(dns, 'lookup').mockImplementation(((host: string, ...rest: unknown[]) => {
    const callback = rest.at(-1) as (error: Error) => void
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
    setImmediate(callback, error)
  }) as never)
  // Another network: connections of the old one are gone, and each new one asks for the name.
  testBed.proxy.cut()
  testBed.proxy.heal()
  await expectOffline(phone)
  expect(unknown).toHaveBeenCalledWith('localhost', expect.anything(), expect.anything())
  expect(testBed.proxy.seen).toHaveLength(seen)
  unknown.mockRestore()
  await expectAllConsistent(phone)
})

test('TLS that fails because of the phone’s date counts as offline: the sale waits, and goes once when the date is right (A13)', async () => {
  const tlsProxy = await openTlsProxy(testBed.proxy.port)
  onTestFinished(() => tlsProxy.stop())
  const behind = await testBed.phone(shop, { url: tlsProxy.url })
  const seen = testBed.proxy.seen.length
  // What a phone sees whose date is two days back.
  tlsProxy.show(1)
  behind.skewMs = -2 * DAY
  await sell(behind)
  await expectOffline(behind)
  expect(tlsProxy.refused()).toBeGreaterThan(1)
  expect(testBed.proxy.seen).toHaveLength(seen)
  tlsProxy.show(-1)
  behind.skewMs = 0
  await expectAllConsistent(phone, behind)
  expect(testBed.proxy.seen.length).toBeGreaterThan(seen)
})

test('many false online events cause a few requests and one send in the end (A15)', async () => {
  await sell()
  const dead = testBed.proxy.inject(/./, { kind: 'refuse' }, ALWAYS)
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  let synced = 0
  // After each synchronization the scheduler waits for the next attempt.
  const ports: Ports = {
    ...phone.deps.ports,
    wait: (ms, signal) => {
      synced += 1
      return phone.deps.ports.wait(ms, signal)
    },
  }
  // The browser reports a connection all the time.
  const deps = { ...phone.deps, connected: () => true }
  const requestSync = createSyncScheduler(phone.account, { ...deps, ports }, { stop: stop.signal })
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const window = new EventTarget()
  const endTriggers = startPageTriggers(
    { window, document: page },
    { account: phone.account, deps, requestSync },
  )
  onTestFinished(endTriggers)
  for (let changes = 0; changes < 50; changes += 1) {
    const before = synced
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => synced, { ...WAIT, interval: 1 }).toBeGreaterThan(before)
    testBed.backend.clock.advance(20)
  }
  expect(dead.hits()).toBeGreaterThan(1)
  expect(dead.hits()).toBeLessThanOrEqual(MOST_A_MINUTE)
  expect(await phone.unsent()).toMatchObject([{ state: 'queued' }])
  expect((await readStatus(phone.account.db)).online).toBe('no-internet')
  dead.end()
  testBed.backend.clock.advance(60_000)
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => phone.unsent(), WAIT).toEqual([])
  endTriggers()
  await expectAllConsistent(phone)
})

/**
 * The worker's program as the browser reads it at each start of the worker: the last one leaves nothing
 * behind.
 */
async function startWorker() {
  vi.resetModules()
  const { onSync } = await import('#sw/on-sync.ts')
  return {
    onSync,
    /** The browser reports a connection. Fails when work is left for which the browser should wake it again. */
    wake: async (tag: string) => {
      const work: Promise<unknown>[] = []
      const event = { tag, lastChance: false, waitUntil: (promise: Promise<unknown>) => work.push(promise) }
      // Of the event the handler uses these.
      onSync(event as unknown as Parameters<typeof onSync>[0])
      await Promise.all(work)
    },
  }
}

test('a worker stopped while idle between two batches continues from storage at its next event (C12)', async () => {
  vi.stubGlobal('self', { location: { origin: testBed.proxy.url }, registration: {} })
  vi.spyOn(Date, 'now').mockImplementation(() => testBed.backend.clock.now())
  const { clock } = testBed.backend
  const asleep = await testBed.phone(shop)
  const tag = drainTag(asleep.account.id)
  for (let n = 0; n < PUSH_MAX_OPERATIONS + 2; n += 1) await sell(asleep)
  const busy = testBed.proxy.inject(PUSH, {
    kind: 'reply',
    reply: (text) => {
      const { ops } = JSON.parse(text) as { ops: unknown[] }
      if (ops.length === PUSH_MAX_OPERATIONS) return undefined
      const { headers, ...answer } = problem(503, 'UNAVAILABLE')
      return { ...answer, headers: { ...headers, 'retry-after': '300' } }
    },
  })
  const first = await startWorker()
  await expect(first.wake(tag)).rejects.toThrow('is left')
  expect(busy.hits()).toBe(1)
  expect(await asleep.unsent()).toHaveLength(2)

  clock.advance(40_000)
  const seen = testBed.proxy.seen.length
  const second = await startWorker()
  expect(second.onSync).not.toBe(first.onSync)
  // The server asked for a longer pause; the worker that got this answer is gone.
  await expect(second.wake(tag)).rejects.toThrow('is left')
  expect(testBed.proxy.seen).toHaveLength(seen)

  clock.advance(300_000)
  await (await startWorker()).wake(tag)
  expect(await asleep.unsent()).toEqual([])
  await expectAllConsistent(phone, asleep)
})
