import type { Page } from '@playwright/test'
import { createInstalledApp } from './steps/installed-app.ts'
import { countInstallQuestions, offerInstallation } from './steps/offer-installation.ts'
import { askToSubmit, writeInvoice } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'
import { expect, test } from './world.ts'

type Picture = { readonly src: string; readonly sizes: string }
type Manifest = {
  readonly icons: readonly (Picture & { readonly purpose: string })[]
  readonly screenshots: readonly (Picture & { readonly form_factor: string })[]
  readonly shortcuts: readonly { readonly name: string; readonly url: string }[]
}

/** The size each picture really has, beside the size it is said to have. */
async function measure(page: Page, pictures: readonly Picture[]): Promise<{ said: string; is: string }[]> {
  return await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async ({ src, sizes }) => {
          const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
          return { said: sizes, is: `${width}x${height}` }
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
  line,
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
      lang: 'sw',
      dir: 'ltr',
    })
    expect(manifest.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 512x512',
    ])
    expect(new Set(manifest.screenshots.map((shot) => shot.form_factor))).toEqual(new Set(['narrow', 'wide']))
    for (const { said, is } of await measure(page, [...manifest.icons, ...manifest.screenshots])) {
      expect(is).toBe(said)
    }
    await test.step('each shortcut opens what it says', async () => {
      expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Ankara mpya', 'Gharama mpya'])
      await page.goto(manifest.shortcuts[0]?.url ?? '')
      await expect(page).toHaveURL(/\/new-invoice\?draft=/)
      await expect(page.locator('[data-go="charge"]')).toBeVisible()
      await page.goto(manifest.shortcuts[1]?.url ?? '')
      await expect(page.getByRole('heading', { name: 'New expense' })).toBeVisible()
    })
  } finally {
    await app.remove()
  }
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
})
