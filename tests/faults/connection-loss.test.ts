import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { runSync } from '#sync/run-sync.ts'
import type { Fault } from '../support/fault-proxy.ts'
import { expectAllConsistent, phone, sell, testBed } from './shop-fixture.ts'
import { PUSH, problem } from './test-bed.ts'

const ALWAYS = Number.POSITIVE_INFINITY

/** Makes three sales without a sync. */
async function sellThree(): Promise<string[]> {
  const ids: string[] = []
  for (let n = 1; n <= 3; n += 1) ids.push(await sell(phone, n))
  return ids
}

const ONCE: readonly { readonly name: string; readonly fault: Fault; readonly times?: number }[] = [
  ...[0, 1, 300].map((afterBytes) => ({
    name: `the connection is reset after ${afterBytes} bytes of the request (A3)`,
    fault: { kind: 'cut-request', afterBytes } as const,
  })),
  { name: 'the connection dies before the server has the request (A4)', fault: { kind: 'refuse' }, times: 3 },
  { name: 'the answer is lost after the commit (A5)', fault: { kind: 'lose-answer' }, times: 3 },
  { name: 'the request arrives twice at the same moment (A16)', fault: { kind: 'twice' } },
  { name: 'a proxy takes headers away and unpacks the body (A17)', fault: { kind: 'plain' } },
  { name: 'a proxy answers 500 (B2)', fault: { kind: 'answer', ...problem(500, 'UNEXPECTED') }, times: 3 },
]

for (const { name, fault, times = 1 } of ONCE) {
  test(`when ${name}, each invoice is issued once`, async () => {
    await sellThree()
    const met = testBed.proxy.inject(PUSH, fault, times)
    await phone.syncUntilIdle()
    expect(met.hits()).toBe(times)
    await expectAllConsistent(phone)
  })
}

test('refused connections cost nothing but time: what was sold meanwhile goes out when they are taken again (A2)', async () => {
  testBed.proxy.cut()
  await sellThree()
  const before = testBed.proxy.seen.length
  for (let n = 0; n < 20; n += 1) {
    const { dueInMs } = await phone.sync('timer')
    testBed.backend.clock.advance(dueInMs ?? 0)
    expect(dueInMs).toBeLessThanOrEqual(5 * 60_000)
  }
  expect(testBed.proxy.seen.length).toBe(before)
  expect(await phone.unsent()).toHaveLength(3)
  await expectAllConsistent(phone)
})

test('an answer cut at any place leaves the outcome open, and the same bytes go again (A7)', async () => {
  for (let afterBytes = 0; afterBytes < 2_400; afterBytes += 160) {
    await sell()
    const met = testBed.proxy.inject(PUSH, { kind: 'cut-answer', afterBytes })
    await phone.syncUntilIdle()
    expect(met.hits()).toBe(1)
  }
  await expectAllConsistent(phone)
})

test('an answer that comes after another tab asked again changes nothing (A10)', async () => {
  const ids = await sellThree()
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const met = testBed.proxy.inject(PUSH, { kind: 'hold-answer', release })
  const slow = phone.sync('enqueued')
  await expect.poll(met.hits).toBe(1)
  testBed.backend.clock.advance(46_000)
  await runSync(phone.account, phone.another(), 'timer')
  const stood = await Promise.all(ids.map((id) => phone.invoice(id)))
  expect(stood.map(({ receipt }) => receipt === null)).toEqual([false, false, false])
  resolve()
  await slow
  expect(await Promise.all(ids.map((id) => phone.invoice(id)))).toEqual(stood)
  await expectAllConsistent(phone)
})

test('on a connection that comes and goes every two seconds for five minutes everything is sent once (A14)', async () => {
  const before = testBed.proxy.seen.length
  for (let second = 0; second < 300; second += 2) {
    if (second % 4 === 0) testBed.proxy.cut()
    else testBed.proxy.heal()
    if (second % 20 === 0) await sell()
    await phone.sync(second % 8 === 2 ? 'online' : 'timer')
    testBed.backend.clock.advance(2_000)
  }
  // At most twelve attempts a minute while none succeeds; each success restarts the count.
  expect(testBed.proxy.seen.length - before).toBeLessThan(5 * 12 + 15 * 6)
  await expectAllConsistent(phone)
})

test('answers of other servers leave the queue as it is, in any form (A11, A12, B12, B13)', async () => {
  await sellThree()
  const strange: readonly Fault[] = [
    { kind: 'answer', status: 200, body: '<html>Karibu</html>' },
    { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body: '{}' },
    { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body: 'null' },
    { kind: 'answer', status: 302, headers: { location: 'http://127.0.0.1:1/login' }, body: '' },
    { kind: 'answer', status: 404, body: 'not found' },
    { kind: 'answer', status: 401, body: 'log in to the hotel' },
    { kind: 'answer', status: 511, body: '' },
  ]
  for (const fault of strange) {
    const portal = testBed.proxy.inject(/./, fault, ALWAYS)
    await phone.sync('person')
    expect((await phone.unsent()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['queued', 0],
      ['queued', 0],
      ['queued', 0],
    ])
    portal.end()
  }
  await expectAllConsistent(phone)
})
