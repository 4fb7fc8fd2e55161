import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { createInstalledApp } from './steps/installed-app.ts'
import { logOut } from './steps/log-out.ts'
import { countInstallQuestions, offerInstallation } from './steps/offer-installation.ts'
import { openSending } from './steps/outbox.ts'
import { readRows } from './steps/phone-store.ts'
import { askToSubmit, writeInvoice } from './steps/sell.ts'
import { openWithFile, share } from './steps/shared-files.ts'
import { fillLogin, signIn } from './steps/sign-in.ts'

type Picture = { readonly src: string; readonly sizes: string }
type Manifest = {
  readonly icons: readonly (Picture & { readonly purpose: string })[]
  readonly screenshots: readonly (Picture & { readonly form_factor: string })[]
  readonly share_target: {
    readonly action: string
    readonly params: { readonly files: readonly { readonly name: string }[] }
  }
  readonly file_handlers: readonly { readonly action: string; readonly accept: object }[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[]
}

/** The size each picture really has, beside the size it is said to have. */
async function measure(
  page: Page,
  pictures: readonly Picture[],
): Promise<{ declared: string; is: string }[]> {
  return await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async ({ src, sizes }) => {
          const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
          return { declared: sizes, is: `${width}x${height}` }
        }),
      ),
    pictures,
  )
}

async function finishSale(page: Page): Promise<void> {
  await writeInvoice(page)
  await (await askToSubmit(page)).click()
  await expect(page.getByText(/^Saved on this/)).toBeVisible()
}

test('Chromium finds nothing that keeps the app from being installed, and all its manifest names is there (offline-design 3.12)', async ({
  faultProxy: line,
  launchOptions,
}) => {
  const app = createInstalledApp(line.url, launchOptions)
  try {
    const { context, page } = await app.start()
    await signIn(page)
    const devtools = await context.newCDPSession(page)
    const told = await devtools.send('Page.getAppManifest')
    expect(told.errors).toEqual([])
    expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
    // As the browser read it.
    const manifest = JSON.parse(told.data ?? '') as Manifest
    expect(manifest).toMatchObject({
      id: '/',
      scope: '/',
      start_url: '/dashboard',
      display: 'standalone',
      // The browser of this test asks for English.
      lang: 'en',
      dir: 'ltr',
    })
    expect(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 512x512',
    ])
    expect(new Set(manifest.screenshots.map((shot) => shot.form_factor))).toEqual(new Set(['narrow', 'wide']))
    for (const { declared: said, is } of await measure(page, [...manifest.icons, ...manifest.screenshots])) {
      expect(is).toBe(said)
    }
    await test.step('a CSV file opened with it leads to the import, which takes it', async () => {
      const [handler] = manifest.file_handlers
      expect(handler?.accept).toEqual({ 'text/csv': ['.csv'] })
      await openWithFile(page, handler?.action ?? '', 'name,phone')
      const sheet = page.getByRole('dialog', { name: 'Import CSV' })
      await expect(sheet.getByRole('alert')).toContainText('All columns must exist')
    })
    await test.step('each shortcut opens what it says', async () => {
      expect(manifest.shortcuts.map(({ name }) => name)).toEqual([
        'New invoice',
        'New expense',
        'Scan a receipt',
      ])
      await page.goto(manifest.shortcuts[0]?.url ?? '')
      await expect(page).toHaveURL(/\/new-invoice\?draft=/)
      await expect(page.locator('[data-go="charge"]')).toBeVisible()
      await page.goto(manifest.shortcuts[1]?.url ?? '')
      await expect(page.getByRole('heading', { name: 'New expense' })).toBeVisible()
      await page.goto(manifest.shortcuts[2]?.url ?? '')
      const scanner = page.getByRole('dialog', { name: 'Scan QR' })
      await scanner.getByRole('button', { name: 'Close' }).click()
      await expect(scanner).toHaveCount(0)
    })
    await test.step('a receipt that another app shares while signed out waits for the login', async () => {
      await page.goto('/dashboard')
      await logOut(page)
      const { action, params } = manifest.share_target
      await share(page, action, params.files[0]?.name ?? '')
      await expect(page).toHaveURL(/\/login\?next=/)
      await fillLogin(page, 'operator')
      await expect(page).toHaveURL(/\/new-expense\?shared=/)
      const files = page.getByRole('group', { name: 'Photo or PDF of the receipt' })
      await expect(files.getByRole('listitem')).toContainText('risiti.pdf')
      // It is in the half-filled entry from then on, and is not offered again.
      await expect
        .poll(async () => (await readRows(page, 'meta')).find(({ key }) => key === 'expense-draft'))
        .toMatchObject({ value: { files: [{ name: 'risiti.pdf', type: 'application/pdf' }] } })
      await page.reload()
      await expect(files.getByRole('listitem')).toHaveCount(1)
      await expect(page.getByText('You shared a receipt')).toHaveCount(0)
    })
  } finally {
    await app.remove()
  }
})

test('an offer to install that comes late moves no link of the finished sale', async ({ phone }) => {
  const { page } = phone
  await signIn(page)
  await finishSale(page)
  const links = [
    page.getByRole('link', { name: 'Open the receipt' }),
    page.getByRole('link', { name: 'New sale' }),
  ]
  const places = () => Promise.all(links.map((link) => link.boundingBox()))
  const before = await places()
  await offerInstallation(page)
  await expect(page.getByRole('region', { name: 'Install Risiti on this phone' })).toBeVisible()
  expect(await places()).toEqual(before)
})

test('installing is offered after a sale, never on arrival, and a refusal holds; the settings keep the way open (design D13)', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  await offerInstallation(page)
  const offer = page.getByRole('region', { name: 'Install Risiti on this phone' })
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await expect(offer).toHaveCount(0)
  await finishSale(page)
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toHaveCount(0)
  await page.getByRole('link', { name: 'Open the receipt' }).click()
  await page.getByRole('link', { name: 'Back' }).click()
  await finishSale(page)
  await expect(page.getByRole('link', { name: 'New sale' })).toBeFocused()
  await expect(offer).toHaveCount(0)
  expect(await countInstallQuestions(page)).toBe(0)

  await page.goto('/settings')
  const row = page.getByRole('region', { name: 'Install on this phone' })
  await expect(row).toContainText('Open the menu of the browser')
  await offerInstallation(page, 'accepted')
  await row.getByRole('button', { name: 'Install' }).click()
  await expect.poll(() => countInstallQuestions(page)).toBe(1)
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')))
  await expect(row).toContainText('Risiti is installed on this phone.')

  await test.step('an iPhone shows its own two taps, and says that it sends only while the app is open', async () => {
    const devtools = await phone.devtools()
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
    await devtools.send('Emulation.setUserAgentOverride', { userAgent })
    await page.addInitScript(() => Reflect.deleteProperty(window, 'SyncManager'))
    await page.reload()
    await expect(row).toContainText('Tap “Share” in the browser, then “Add to Home Screen”.')
    await test.step('a file of the app that is neither cached nor reachable is reported, and the next tap loads it (spec §9)', async () => {
      await page.evaluate(async () => {
        for (const name of await caches.keys()) {
          const cache = await caches.open(name)
          for (const file of await cache.keys())
            if (/\/outbox-.*\.js/.test(file.url)) await cache.delete(file)
        }
      })
      // Past the cache of the browser, which has it too. It asks twice: for the file, and to run it.
      const part = /\/outbox-.*\.js/
      await phone.context.route(part, (route) => route.fulfill({ status: 503 }))
      const link = page.locator('header').getByRole('link')
      await link.click()
      await expect(page.getByText('This part of Risiti did not load')).toBeVisible()
      await phone.context.unroute(part)
      await expect(row).toBeVisible()
      // A browser that remembers the failure loads the page again at this touch; then the next one opens the part.
      const sending = page.getByRole('dialog', { name: 'Sending', exact: true })
      await expect(async () => {
        if (!(await sending.isVisible())) await link.click()
        await expect(sending).toBeVisible({ timeout: 5_000 })
      }).toPass({ timeout: 45_000 })
      for (const error of phone.pageErrors.splice(0)) expect(error).toContain('dynamically imported module')
    })
    await test.step('a link that was opened inside another app says how to leave it', async () => {
      const inWhatsApp = `${userAgent} WhatsApp/2.26`
      await devtools.send('Emulation.setUserAgentOverride', { userAgent: inWhatsApp })
      await page.reload()
      await expect(page.getByRole('status').filter({ hasText: 'inside another app' })).toContainText(
        'Open in Safari',
      )
      await devtools.send('Emulation.setUserAgentOverride', {
        userAgent:
          'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
      })
      await page.reload()
      const leave = page.getByRole('link', { name: 'Open in the browser' })
      await expect(leave).toHaveAttribute('href', /^intent:\/\/localhost:\d+\/settings#Intent;scheme=http;/)
      await devtools.send('Emulation.setUserAgentOverride', { userAgent })
      await page.reload()
    })
    await phone.context.setOffline(true)
    await openSending(page)
    await expect(page.getByText(/This browser can send only while Risiti is open/)).toBeVisible()
  })
})
