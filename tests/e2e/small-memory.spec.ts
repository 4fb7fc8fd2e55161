import { expect, test } from './fixtures.ts'
import { createInstalledApp } from './steps/installed-app.ts'
import { connectionStatus, expectAllSent, expectIssued } from './steps/outbox.ts'
import { peakMemory } from './steps/renderer-memory.ts'
import { askToSubmit, SMALL_SALE, sell, showTab, writeInvoice } from './steps/sell.ts'
import { fillLogin, readyOffline } from './steps/sign-in.ts'

/** What a page gets on the cheapest phones. */
const MEGABYTES = 512
/** What Chromium does on a phone that tells it of little memory, and a heap of scripts that fits there. */
const SMALL = ['--enable-low-end-device-mode', '--js-flags=--max-old-space-size=192']
/** No other test logs in to this company. */
const LARGE = { company: 'njiro', invoices: 10_000 }

test('with ten thousand invoices in half a gigabyte the phone syncs, sells and counts; a page that the system ends in the middle of a sale gives all of it back (offline-design 3.13)', async ({
  faultProxy: line,
  demo,
  launchOptions,
}) => {
  const username = await demo.growCompany(LARGE)
  const args = [...(launchOptions.args ?? []), ...SMALL]
  const app = createInstalledApp(line.url, { ...launchOptions, args })
  try {
    const { context, page } = await app.start()
    await page.goto('/login')
    await page.evaluate(() => localStorage.setItem('language', 'en'))
    await fillLogin(page, username)
    await expect(connectionStatus(page)).toHaveText('Online', { timeout: 180_000 })
    await readyOffline(page)
    const first = await sell(page)
    await page.goto('/invoices')
    await expect(page.locator('a[data-status="issued"]').first()).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)

    await context.setOffline(true)
    const draft = await writeInvoice(page, { ...SMALL_SALE, reference: 'LPO 77' })
    expect(await peakMemory(context)).toBeLessThan(MEGABYTES)
    const devtools = await context.newCDPSession(page)
    const ended = page.waitForEvent('crash')
    devtools.send('Page.crash').catch(() => undefined)
    await ended
    await page.close()

    const again = await context.newPage()
    await again.goto(`/new-invoice?draft=${draft}`)
    await showTab(again, 'Cart')
    await expect(again.getByRole('article', { name: 'Sukari', exact: true })).toBeVisible()
    await expect(again.getByLabel('Reference number')).toHaveValue('LPO 77')
    await (await askToSubmit(again)).click()
    await again.getByText(/^Saved on this/).waitFor()
    await context.setOffline(false)
    await expectAllSent(again)
    await expectIssued(again, [first, draft])
    expect(await peakMemory(context)).toBeLessThan(MEGABYTES)
  } finally {
    await app.remove()
  }
})
