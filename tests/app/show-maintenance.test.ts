import { isValidElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showMaintenance } from '#app/show-maintenance.tsx'
import { activateLanguage } from '#i18n/language.ts'

const MINUTE = 60_000
const far = { start: '2027-03-01T00:00:00.000Z', end: '2027-03-01T02:00:00.000Z' }
const near = { start: '2027-01-12T00:00:00.000Z', end: '2027-01-12T02:00:00.000Z' }

/** What the server plans, how often it was asked, and the page that the app is open in. */
const server = { maintenance: null as typeof far | null, asked: 0 }
let page: EventTarget & { visibilityState: string }
let line: { onLine: boolean }

beforeEach(async () => {
  await activateLanguage('en')
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: Date.parse('2027-01-10T08:00:00Z'),
  })
  Object.assign(server, { maintenance: null, asked: 0 })
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  line = { onLine: true }
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', line)
  vi.stubGlobal('fetch', async (address: string) => {
    server.asked += 1
    const nonce = new URL(address, 'http://localhost').searchParams.get('requestNonce')
    const prices = { annual: 100, installation: 100, vat: 1_800 }
    const answerTo = { nonce, endpoint: 'provider.read', account: null }
    return Response.json({ prices, maintenance: server.maintenance, answerTo })
  })
})

let end = () => {}

afterEach(() => {
  end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Starts it; gives what the banner last announced, once the app rendered it. */
async function start(): Promise<() => unknown> {
  let shown: ReactNode = null
  end = await showMaintenance((banner) => {
    shown = banner
  })
  return () => (isValidElement<{ planned: unknown }>(shown) ? shown.props.planned : null)
}

function see(state: 'visible' | 'hidden'): void {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

it('an app that stays open learns of maintenance that was planned after its start', async () => {
  const planned = await start()
  await expect.poll(() => server.asked).toBe(1)
  server.maintenance = near
  vi.advanceTimersByTime(59 * MINUTE)
  expect(server.asked).toBe(1)
  vi.advanceTimersByTime(MINUTE)
  await expect.poll(planned).toEqual(near)
  server.maintenance = null
  vi.advanceTimersByTime(60 * MINUTE)
  await expect.poll(planned).toBeNull()
  expect(server.asked).toBe(3)
})

it('maintenance in more than a week is given to the banner too, which announces it when its time has come', async () => {
  server.maintenance = far
  const planned = await start()
  await expect.poll(planned).toEqual(far)
})

it('a page that becomes visible asks at once, but not twice in an hour', async () => {
  await start()
  see('hidden')
  vi.advanceTimersByTime(3 * 60 * MINUTE)
  expect(server.asked).toBe(1)
  see('visible')
  expect(server.asked).toBe(2)
  see('hidden')
  see('visible')
  expect(server.asked).toBe(2)
})

it('without a line nothing is asked, and soon after it is back', async () => {
  line.onLine = false
  await start()
  vi.advanceTimersByTime(90 * MINUTE)
  expect(server.asked).toBe(0)
  line.onLine = true
  vi.advanceTimersByTime(MINUTE)
  expect(server.asked).toBe(1)
})

it('a question without an answer is asked again after five minutes, not after an hour', async () => {
  const answers = fetch
  vi.stubGlobal('fetch', async () => {
    server.asked += 1
    throw new TypeError('Failed to fetch')
  })
  const planned = await start()
  expect(server.asked).toBe(1)
  vi.stubGlobal('fetch', answers)
  server.maintenance = near
  vi.advanceTimersByTime(4 * MINUTE)
  expect(server.asked).toBe(1)
  vi.advanceTimersByTime(MINUTE)
  await expect.poll(planned).toEqual(near)
  vi.advanceTimersByTime(59 * MINUTE)
  expect(server.asked).toBe(2)
})

it('the server is asked although what was kept cannot be shown', async () => {
  vi.stubGlobal('localStorage', { getItem: () => JSON.stringify(near), setItem: () => {} })
  end = await showMaintenance((banner) => {
    if (banner) throw new Error('the banner did not arrive')
  })
  expect(server.asked).toBe(1)
})

it('maintenance that is over is rendered no more, though the server still names it', async () => {
  server.maintenance = near
  const planned = await start()
  await expect.poll(planned).toEqual(near)
  server.maintenance = { start: '2027-01-09T00:00:00.000Z', end: '2027-01-09T02:00:00.000Z' }
  vi.advanceTimersByTime(60 * MINUTE)
  await expect.poll(planned).toBeNull()
})
