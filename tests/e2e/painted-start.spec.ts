import type { Page } from '@playwright/test'
import { insertPainted } from '#domain/app/painted-screen.ts'
import { expect, type Phone, test } from './fixtures.ts'
import { countShifts, takeShifts } from './scenes/layout-shift.ts'
import { logOut } from './steps/log-out.ts'
import { navigate } from './steps/navigate.ts'
import { choosePin, letTimePass, typePin } from './steps/pin.ts'
import { serveSlowly } from './steps/serve-slowly.ts'
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
    /** Each picture of the list that was kept since it was last emptied. */
    keptLists?: string[]
  }
}

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }
/** The most that may move by itself while a screen comes up. */
const MOST_SHIFT = 0.02

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

/** Notes in each page that is opened from now on which pictures of the list it keeps. */
async function watchKeptLists(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: string[] = []
    window.keptLists = kept
    const { put } = Cache.prototype
    Cache.prototype.put = async function watched(key, response) {
      if (key === '/painted/invoices.json') kept.push(await response.clone().text())
      await put.call(this, key, response)
    }
  })
}

/** Tells the page, at its top, that it is hidden, as when another app comes to the front, and at once that it is seen again. */
async function hideForAMoment(page: Page): Promise<void> {
  await page.evaluate(() => {
    // A draft that was touched may have been further down.
    window.scrollTo(0, 0)
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
  })
}

test('nothing moves by itself until the live screen is there, at the size it was last seen at or another one (design D4)', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  await watchStarts(page)
  await page.addInitScript(countShifts)
  const moved: string[] = []
  for (const path of ['/dashboard', '/invoices', '/new-invoice']) {
    for (const [seenAt, shownAt] of [
      [PHONE, PHONE],
      [DESK, DESK],
      [PHONE, DESK],
      [DESK, PHONE],
    ] as const) {
      // The worker does not wait for a picture that a busy machine reads too slowly.
      await expect(async () => {
        await page.setViewportSize(seenAt)
        await page.goto(path)
        await started(page)
        await page.evaluate(() => caches.delete('risiti-painted'))
        await expect.poll(() => keptScreens(page)).toContain(`/painted${path}.json`)
        await page.setViewportSize(shownAt)
        await page.goto(path)
        expect(await started(page)).toMatchObject({ painted: true, live: { main: true, busy: 0 } })
      }).toPass()
      const shifts = await page.evaluate(takeShifts)
      if (shifts.sum <= MOST_SHIFT) continue
      moved.push(`${path} from ${seenAt.width} to ${shownAt.width}: ${shifts.sum} ${shifts.moved}`)
    }
  }
  expect(moved).toEqual([])
})

/** The page with the picture that was kept of a path, as the worker makes it. */
async function pageOf(page: Page, path: string): Promise<string> {
  const [html = '', css = ''] = await page.evaluate(async (key) => {
    const kept: unknown = await (await caches.match(key))?.json()
    return ['html', 'css'].map((name) => String(Reflect.get(Object(kept), name)))
  }, `/painted${path}.json`)
  const place = '<!doctype html><html lang="en"><body><div id="first-paint"></div></body></html>'
  return insertPainted(place, {
    accountId: '',
    day: '',
    language: 'en',
    colors: 'light',
    html,
    css,
    database: 0,
  })
}

/** Opens a page in a tab of its own as a slow phone reads it, and says how much moved once something was shown. */
async function readSlowly({ openTab }: Phone, html: string, size: { width: number; height: number }) {
  // The rules come first, and nothing is shown before they are there.
  const slow = await serveSlowly(html, html.indexOf('</style>'))
  const tab = await openTab()
  await tab.addInitScript(countShifts)
  await tab.setViewportSize(size)
  await tab.goto(slow.url)
  await expect
    .poll(() => tab.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1)
  const shifts = await tab.evaluate(takeShifts)
  await tab.close()
  await slow.stop()
  return shifts
}

test('nothing of it moves while a slow phone reads the page (design D4)', async ({ phone }) => {
  const { page } = phone
  await signIn(page)
  const moved: string[] = []
  for (const size of [PHONE, DESK]) {
    await page.bringToFront()
    await page.setViewportSize(size)
    for (const path of ['/dashboard', '/invoices', '/new-invoice']) {
      await page.evaluate(() => caches.delete('risiti-painted'))
      await page.goto(path)
      await expect.poll(() => keptScreens(page)).toContain(`/painted${path}.json`)
      const shifts = await readSlowly(phone, await pageOf(page, path), size)
      if (shifts.sum > 0) moved.push(`${path} at ${size.width}: ${shifts.sum} ${shifts.moved}`)
    }
  }
  expect(moved).toEqual([])
})

test('what is open over the list for a moment is no part of the painted screen (design D4)', async ({
  phone,
}) => {
  const { page, context } = phone
  await watchKeptLists(page)
  await signIn(page)
  await navigate(page, '/invoices')
  const kept = () => page.evaluate(() => window.keptLists ?? [])
  await expect.poll(kept).toHaveLength(1)
  // Nothing of this gets to the server.
  await context.setOffline(true)
  const press = async (name: string) => await page.getByRole('button', { name, exact: true }).click()
  const search = page.getByRole('searchbox')
  const moments = [
    {
      part: '<dialog',
      open: async () => {
        await press('Period')
        await expect(page.getByRole('dialog')).toBeVisible()
      },
      close: async () => {
        await press('Close')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      },
    },
    {
      part: '<aside',
      open: async () => {
        await press('Select')
        await expect(page.getByRole('complementary')).toBeVisible()
      },
      close: async () => {
        await press('Cancel selection')
        await expect(page.getByRole('complementary')).toHaveCount(0)
      },
    },
    {
      part: 'No results',
      open: async () => {
        await search.fill('hakunamtuhuyu')
        await expect(page.getByText('No results')).toBeVisible()
      },
      close: async () => {
        await press('Clear')
        await expect(page.locator('main a[href^="/"]').nth(3)).toBeVisible()
      },
    },
    {
      part: 'Hide this message',
      open: async () => {
        // The newest rows of this company may all be sales.
        await page.getByRole('button', { name: /^Drafts/ }).click()
        await press('Select')
        await page.locator('main a[role="checkbox"]').filter({ hasText: 'Draft' }).first().click()
        await press('Submit 1')
        await press('Submit to TRA')
        await press('All')
        await expect(page.getByText(/^Saved on this phone, to be sent/)).toBeVisible()
        await expect(page.getByRole('complementary')).toHaveCount(0)
      },
      close: async () => {
        await press('Hide this message')
        await expect(page.getByText(/^Saved on this phone, to be sent/)).toHaveCount(0)
      },
    },
  ]
  const seen: string[] = []
  for (const { part, open, close } of moments) {
    await open()
    await page.evaluate(() => window.keptLists?.splice(0))
    await hideForAMoment(page)
    await close()
    await hideForAMoment(page)
    await expect.poll(kept).not.toEqual([])
    if ((await kept()).some((picture) => picture.includes(part))) seen.push(part)
  }
  expect(seen).toEqual([])
})

test('the counter is kept while its cart is empty: no start shows a sale that is over (design D4)', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  await page.goto('/new-invoice')
  await expect.poll(() => keptScreens(page)).toContain('/painted/new-invoice.json')
  await page.evaluate(() => caches.delete('risiti-painted'))
  // What is missing is said on an empty cart too.
  await page.getByRole('button', { name: /^Charge/ }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await hideForAMoment(page)
  await navigate(page, '/dashboard')
  await expect.poll(() => keptScreens(page)).toEqual(['/painted/dashboard.json'])
  await navigate(page, '/new-invoice')
  await expect.poll(() => keptScreens(page)).toContain('/painted/new-invoice.json')
  await page.evaluate(() => caches.delete('risiti-painted'))
  await page.getByRole('list', { name: 'Price list' }).getByRole('button').first().click()
  await expect(page.getByText('1 item', { exact: true })).toBeVisible()
  await hideForAMoment(page)
  await navigate(page, '/dashboard')
  await expect.poll(() => keptScreens(page)).toEqual(['/painted/dashboard.json'])
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
