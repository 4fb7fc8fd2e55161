import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createInstalledApp } from './steps/installed-app.ts'
import { watchLedger } from './steps/ledger.ts'
import { expectAllSent } from './steps/outbox.ts'
import { fetchRelease, readRelease, releaseOf } from './steps/releases.ts'
import { sell, writeInvoice } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

function offer(page: Page) {
  return page.getByRole('button', { name: /Update now/ })
}

/** Leaves the counter as a person does. */
async function toInvoices(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/invoices$/)
}

/** Opens what was written and finds it as it was left. */
async function expectCart(page: Page, id: string): Promise<void> {
  await page.goto(`/edit-invoice/${id}`)
  await expect(page.getByRole('article', { name: 'Sukari', exact: true })).toBeVisible()
}

test('a new version is offered beside the cart, never over it; one tap loads it on the same screen, and a window that sells keeps the old one (offline-design 3.13)', async ({
  phone,
  faultProxy: line,
  demo,
}) => {
  const { page, openTab } = phone
  const releases = await readRelease(demo, line)
  await signIn(page)
  const seller = await openTab()
  await seller.goto('/invoices')
  const id = await writeInvoice(seller)
  // What the seller has not opened yet is neither in the new release nor at the server any more.
  releases.serve('second', { without: /assets\/counter-menu-/ })
  await fetchRelease(page)
  await expect(offer(seller)).toHaveCount(0)
  await page.bringToFront()
  await page.getByRole('link', { name: 'Customers' }).filter({ visible: true }).first().click()
  await offer(page).click()
  await expect.poll(() => releaseOf(page).catch(() => 'between')).toBe('second')
  await expect(page).toHaveURL(/\/customers$/)
  await expect(offer(page)).toHaveCount(0)

  await test.step('the window with the cart was left alone, and its parts still come', async () => {
    await seller.bringToFront()
    await expect(seller.getByText('Draft saved')).toBeVisible()
    expect(await releaseOf(seller)).toBe('first')
    await seller.getByRole('button', { name: 'Held sales and more' }).click()
    await expect(seller.getByRole('dialog')).toBeVisible()
    await seller.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  })
  await test.step('it follows when the cart is left', async () => {
    await toInvoices(seller)
    await expect.poll(() => releaseOf(seller).catch(() => 'between')).toBe('second')
    await expectCart(seller, id)
  })
})

test('a browser killed during an update loses neither cart nor the waiting sale (offline-design 3.13, L1)', async ({
  faultProxy: line,
  demo,
  authority,
  owner,
  launchOptions,
}) => {
  const releases = await readRelease(demo, line)
  const app = createInstalledApp(line.url, launchOptions)
  try {
    const { context, page } = await app.start()
    await signIn(page)
    const ledger = await watchLedger(authority, owner)
    releases.serve('second')
    await fetchRelease(page)
    // A downloaded release needs no connection to take over.
    await context.setOffline(true)
    await sell(page)
    const cart = await writeInvoice(page)
    await toInvoices(page)
    await offer(page).click()
    await app.kill()

    const { page: again } = await app.start()
    await again.goto('/invoices')
    await ledger.grownBy(1)
    await expectAllSent(again)
    await expectCart(again, cart)
  } finally {
    await app.remove()
  }
})

test('a release that does not start gives way to the one before, and the next good one takes over (offline-design 3.13)', async ({
  faultProxy: line,
  demo,
  authority,
  owner,
  launchOptions,
}) => {
  test.setTimeout(900_000)
  const releases = await readRelease(demo, line)
  const app = createInstalledApp(line.url, launchOptions)
  try {
    const { context, page } = await app.start()
    await signIn(page)
    const ledger = await watchLedger(authority, owner)
    releases.serve('broken', { broken: true })
    await fetchRelease(page)
    // The page shows its way out after 12 seconds; they pass as one.
    const devtools = await context.newCDPSession(page)
    await devtools.send('Animation.enable')
    await devtools.send('Animation.setPlaybackRate', { playbackRate: 12 })
    const dead = page.waitForEvent('pageerror')
    await offer(page).click()
    expect((await dead).message).toBe('broken')
    await test.step('the page itself shows the way past it', async () => {
      expect(await releaseOf(page)).toBe('broken')
      await page.getByRole('link', { name: /Try again/ }).click()
      await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
      expect(await releaseOf(page)).toBe('first')
      await expect(page).toHaveURL(/\/dashboard$/)
    })
    await test.step('the one before works, also at the next start', async () => {
      await page.reload()
      await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
      expect(await releaseOf(page)).toBe('first')
      await sell(page)
      await ledger.grownBy(1)
    })
    await test.step('a corrected release is offered as any other', async () => {
      releases.serve('corrected')
      await fetchRelease(page)
      await offer(page).click()
      // The browser waits up to five minutes for an event of the older worker that does not end.
      const release = () => releaseOf(page).catch(() => 'between')
      await expect.poll(release, { timeout: 330_000 }).toBe('corrected')
      await expectAllSent(page)
    })
  } finally {
    await app.remove()
  }
})
