import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createInstalledApp } from './steps/installed-app.ts'
import { connectionStatus, expectAllSent } from './steps/outbox.ts'
import { readRows } from './steps/phone-store.ts'
import { sell } from './steps/sell.ts'
import { fillLogin } from './steps/sign-in.ts'

const PULL = /\/sync\/pull/
/** The people of this company are in no other test. */
const LARGE = { company: 'mwenge', invoices: 2_000 }
const PAGES_BEFORE = 2

/** How far the phone has come, as it keeps it for itself. */
async function shareFetched(page: Page): Promise<number> {
  const row = (await readRows(page, 'meta')).find(({ key }) => key === 'first-pull')
  if (!row) throw new Error('the phone does not say how far it is')
  const { upTo, last } = row['value'] as { upTo: number; last: number }
  return upTo / last
}

/** How many records of the company are on a phone. */
async function recordsOn(page: Page): Promise<number> {
  const stores = await Promise.all(
    ['invoices', 'customers', 'products'].map((store) => readRows(page, store)),
  )
  return stores.flat().length
}

test('the first sync of a large company shows its progress, lets the counter sell meanwhile, and continues after the phone dies (offline-design 3.6, 3.13)', async ({
  faultProxy: line,
  demo,
  launchOptions,
}) => {
  const username = await demo.growCompany(LARGE)
  const app = createInstalledApp(line.url, launchOptions)
  const { promise: release, resolve: endHolding } = Promise.withResolvers<void>()
  /** The cursors that were asked for; the very first question has none. */
  const cursors = () =>
    line.seen.flatMap(({ path }) =>
      PULL.test(path) ? [new URL(path, line.url).searchParams.get('cursor') ?? 'none'] : [],
    )
  try {
    let { page } = await app.start()
    await page.goto('/login')
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    // The proxy answers this many pages, then no more.
    line.inject(PULL, { kind: 'stream' }, PAGES_BEFORE)
    const held = line.inject(PULL, { kind: 'hold', release }, Number.POSITIVE_INFINITY)
    await fillLogin(page, username)
    await expect.poll(held.hits).toBeGreaterThan(0)
    // A page is asked for while the one before it is still being stored.
    await expect
      .poll(async () => (await readRows(page, 'meta')).find(({ key }) => key === 'cursor')?.['value'])
      .toBe(cursors().at(-1))
    // The head of the screens follows a moment later; the last percent is kept for the end of the fetching.
    const percent = Math.floor((await shareFetched(page)) * 99)
    await expect(connectionStatus(page)).toHaveText(`Loading data: ${percent}%`)
    const partial = await recordsOn(page)
    const sold = await sell(page)
    const stoodAt = cursors().at(-1)
    expect(stoodAt).not.toBe('none')
    const before = cursors().length
    await app.kill()

    held.end()
    endHolding()
    ;({ page } = await app.start())
    await page.goto(`/invoice/${sold}`)
    await expect(
      page.locator('main [data-status="submitted"], main [data-status="issued"]').first(),
    ).toBeVisible()
    await page.goto('/dashboard')
    await expectAllSent(page)
    await expect(connectionStatus(page)).toHaveText('Online', { timeout: 180_000 })
    const asked = cursors().slice(before)
    expect(asked[0]).toBe(stoodAt)
    expect(asked).not.toContain('none')
    const complete = await recordsOn(page)
    expect(complete).toBeGreaterThan(LARGE.invoices)
    expect(Math.abs(percent - (partial / complete) * 100)).toBeLessThan(4)
  } finally {
    endHolding()
    await app.remove()
  }
})
