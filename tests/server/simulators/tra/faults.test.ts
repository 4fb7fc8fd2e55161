import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GOLDEN_RECEIPT, nextReceipt } from './sample-messages.ts'
import {
  control,
  listed,
  makeDevice,
  NOW_MS,
  openSession,
  postReceipt,
  type RunningSimulator,
  runSimulator,
  type SimulatedDevice,
} from './simulated-shop.ts'

let simulator: RunningSimulator
let device: SimulatedDevice
let token: string

beforeAll(async () => {
  simulator = await runSimulator()
  device = await makeDevice(simulator.baseUrl)
  token = (await openSession(simulator.baseUrl, device)).token
})

afterAll(() => simulator.end())

beforeEach(async () => {
  simulator.clock.ms = NOW_MS
  await control(simulator.baseUrl, 'POST', 'reset', { keepDevices: true })
})

async function addFault(fault: object): Promise<void> {
  expect((await control(simulator.baseUrl, 'POST', 'faults', fault)).status).toBe(201)
}
const send = (content = GOLDEN_RECEIPT) => postReceipt(simulator.baseUrl, device, token, content)
const verified = () => control(simulator.baseUrl, 'GET', 'verify/SIM7QX58')
const receipts = () => listed(simulator.baseUrl, 'ledger')

test('drop-before loses the message, and only as many times as requested', async () => {
  await addFault({ kind: 'drop-before', times: 2 })
  await expect(send()).rejects.toThrow()
  await expect(send()).rejects.toThrow()
  expect(await receipts()).toEqual([])
  expect((await send()).code).toBe('0')
  expect((await control(simulator.baseUrl, 'GET', 'faults')).json).toEqual([])
})

test('drop-answer processes the message first, so the resend is a duplicate', async () => {
  await addFault({ kind: 'drop-answer', times: 1 })
  await expect(send()).rejects.toThrow()
  expect(await receipts()).toHaveLength(1)
  expect((await send()).code).toBe('0')
  expect(await receipts()).toEqual([expect.objectContaining({ resends: 1 })])
})

test.each([500, 502, 503])('status %i in the words of an ASP.NET server', async (status) => {
  await addFault({ kind: 'status', status, times: 1 })
  const answer = await send()
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining('<Error><Message>')])
  expect(await receipts()).toEqual([])
})

test('a failure after processing leaves the receipt in the ledger', async () => {
  await addFault({ kind: 'status', status: 502, times: 1, afterProcessing: true })
  expect((await send()).status).toBe(502)
  expect(await receipts()).toHaveLength(1)
})

test('an HTML page, an empty ACKCODE and a broken signature come with status 200', async () => {
  await addFault({ kind: 'html', times: 1 })
  const page = await send()
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  await addFault({ kind: 'empty-ackcode', times: 1 })
  expect((await send()).text).toContain('<ACKCODE></ACKCODE>')
  const sound = await send()
  await addFault({ kind: 'bad-signature', times: 1 })
  const broken = await send()
  expect([broken.code, broken.text]).toEqual(['0', expect.not.stringContaining(sound.text)])
})

test('code N for the next K receipts stores nothing meanwhile', async () => {
  await addFault({ kind: 'code', code: 5, times: 3 })
  const codes = [await send(), await send(), await send(), await send()].map((ack) => ack.code)
  expect(codes).toEqual(['5', '5', '5', '0'])
})

test('a lost receipt is acknowledged, not on the portal, and shows after the same bytes come again', async () => {
  await addFault({ kind: 'lost', times: 1 })
  expect((await send()).code).toBe('0')
  expect(await verified()).toEqual({ status: 404, json: { found: false, reason: 'lost' } })
  expect((await send(nextReceipt(59, 2))).code).toBe('0')
  expect((await send()).code).toBe('0')
  expect((await verified()).json).toMatchObject({ found: true, totalInclCents: 2_276_000 })
})

test('a delayed receipt shows when its time has come', async () => {
  await addFault({ kind: 'delayed', ms: 3_600_000, times: 1 })
  expect((await send()).code).toBe('0')
  expect((await verified()).json).toEqual({ found: false, reason: 'delayed' })
  simulator.clock.ms = NOW_MS + 3_600_000
  expect((await verified()).json).toMatchObject({ found: true })
})

test('latency holds the answer back', async () => {
  await addFault({ kind: 'latency', ms: 120, times: 1 })
  const started = performance.now()
  await send()
  expect(performance.now() - started).toBeGreaterThanOrEqual(115)
})

test('a simulator that is stopped does not wait for its own latency', async () => {
  const brief = await runSimulator()
  await control(brief.baseUrl, 'POST', 'faults', { kind: 'latency', ms: 3_600_000 })
  const answer = fetch(`${brief.baseUrl}/vfdtoken`, { method: 'POST' }).then((reply) => reply.status)
  await expect.poll(async () => (await fetch(brief.baseUrl)).status).toBe(200)
  await brief.end()
  expect(await answer.catch(() => 500)).toBe(500)
})

test('a fault may be for one device or one call only', async () => {
  await addFault({ kind: 'status', times: 1, calls: ['token'] })
  await addFault({ kind: 'status', times: 1, certkey: '10TZ188888' })
  expect((await send()).code).toBe('0')
  const faults = await listed(simulator.baseUrl, 'faults')
  expect(faults).toHaveLength(2)
  await control(simulator.baseUrl, 'DELETE', `faults/${String(faults[0]?.['id'])}`)
  expect(await listed(simulator.baseUrl, 'faults')).toHaveLength(1)
})

test('chaos is injected at its rate, the same way for the same seed', async () => {
  const outcomes = async (seed: number) => {
    await control(simulator.baseUrl, 'POST', 'reset', { keepDevices: true })
    await control(simulator.baseUrl, 'PUT', 'profile', {
      profile: 'chaos',
      chaos: { rate: 0.5, seed, latencyMs: 1 },
    })
    const results: string[] = []
    for (let turn = 0; turn < 40; turn += 1) {
      results.push(
        await send()
          .then((ack) => `${ack.status} ${ack.code}`)
          .catch(() => 'dropped'),
      )
    }
    return results
  }
  const first = await outcomes(7)
  expect(await outcomes(7)).toEqual(first)
  expect(await outcomes(8)).not.toEqual(first)
  const sound = first.filter((result) => result === '200 0').length
  expect(sound).toBeGreaterThan(10)
  expect(sound).toBeLessThan(39)
  expect(await receipts()).toHaveLength(1)
})

test('the clock can be frozen and shifted', async () => {
  await control(simulator.baseUrl, 'PUT', 'clock', { frozenAt: '2026-03-02T05:00:00.000Z' })
  expect((await send()).code).toBe('905')
  await control(simulator.baseUrl, 'PUT', 'clock', { frozenAt: null, offsetMs: 60_000 })
  const { json } = await control(simulator.baseUrl, 'GET', 'clock')
  expect(json).toEqual({ now: '2026-03-02T06:21:00.000Z', offsetMs: 60_000, frozenAt: null })
  expect((await send()).code).toBe('0')
})

test('everything that arrived is listed, without passwords, with the body of what was refused', async () => {
  await openSession(simulator.baseUrl, device)
  await send()
  await send(nextReceipt(77, 2))
  const received = await listed(simulator.baseUrl, 'received')
  expect(received.map((entry) => entry['call'])).toEqual(['registration', 'token', 'receipt', 'receipt'])
  expect(received[1]).toMatchObject({ status: 200, body: null })
  expect(received[2]).toMatchObject({ subject: 'SIM7QX58', ackCode: 0, body: null })
  expect(received[3]).toMatchObject({ ackCode: 903 })
  expect(received[3]?.['body']).toContain('SIM7QX77')
})

test('the control API refuses wrong values and pages of other sites', async () => {
  const { baseUrl } = simulator
  expect((await control(baseUrl, 'PUT', 'profile', { profile: 'lenient' })).status).toBe(422)
  expect((await control(baseUrl, 'POST', 'faults', { kind: 'earthquake' })).status).toBe(422)
  expect((await control(baseUrl, 'GET', 'nothing')).status).toBe(404)
  expect((await control(baseUrl, 'POST', 'devices/unknown/block')).status).toBe(404)
  const foreign = await fetch(`${baseUrl}/sim/reset`, {
    method: 'POST',
    headers: { Origin: 'https://example.com' },
  })
  expect(foreign.status).toBe(403)
})

test('the control page works with plain forms', async () => {
  const { baseUrl } = simulator
  await send()
  const page = await (await fetch(`${baseUrl}/sim`)).text()
  expect(page).toContain('SIM7QX58')
  expect(page).not.toContain('<script')
  const submit = (action: string, fields: Record<string, string>) =>
    fetch(`${baseUrl}/sim/page/${action}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  expect((await submit('device', { certkey: device.certkey, command: 'block' })).status).toBe(303)
  expect((await send(nextReceipt(59, 2))).code).toBe('916')
  expect((await submit('device', { certkey: device.certkey, command: 'unblock' })).status).toBe(303)
  expect(
    (await submit('fault', { kind: 'code', times: '1', ms: '0', status: '503', code: '5' })).status,
  ).toBe(303)
  expect((await send(nextReceipt(59, 2))).code).toBe('5')
  expect((await submit('reset', { keepDevices: 'yes' })).status).toBe(303)
  expect(await receipts()).toEqual([])
  expect((await submit('profile', { profile: 'wild' })).status).toBe(422)
})
