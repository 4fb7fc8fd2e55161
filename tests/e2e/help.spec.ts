import { expect, test } from './fixtures.ts'
import { navigate } from './steps/navigate.ts'
import { readyOffline, signIn } from './steps/sign-in.ts'

test('the help is searched and read without the server, and the manual is printed whole (spec §2)', async ({
  phone,
  faultProxy,
}) => {
  const { page } = phone
  await signIn(page)
  await readyOffline(page)
  // The phone fetches them once it works offline.
  const pictures = () =>
    page.evaluate(async () => (await (await caches.open('risiti-pictures')).keys()).length)
  await expect.poll(pictures).toBe(2)
  await faultProxy.stop()
  await page.goto('/help')
  await page.getByRole('searchbox').fill('xyzzy')
  await expect(page.getByRole('search').getByRole('link', { name: 'Contact us' })).toBeVisible()
  await page.getByRole('searchbox').fill('verification code')
  const found = page.getByRole('search').getByRole('listitem')
  await expect(found.first()).toBeVisible()
  await found.getByRole('link').last().click()
  await expect(page).toHaveURL(/\/help\/[\w-]+#\w+/)
  await expect(page.locator(new URL(page.url()).hash)).toBeInViewport()

  await navigate(page, '/help/user-manual')
  const manual = page.getByRole('article')
  await expect(manual.getByRole('heading', { level: 1, name: 'User manual' })).toBeVisible()
  const contents = manual.getByRole('navigation').getByRole('link')
  await expect(contents.nth(10)).toBeVisible()
  const chapters = await contents.count()
  const shown = manual.getByRole('img')
  await expect(shown).toHaveCount(2)
  for (const picture of await shown.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(manual.locator('section > h2')).toHaveCount(chapters)
  await expect(manual.locator('section > h2').last()).toBeVisible()
  // Only the manual is on the paper.
  for (const part of await page.locator('nav, header, button').all()) await expect(part).toBeHidden()
  await expect(page.getByRole('link', { name: 'Start the guided tour' })).toBeHidden()
})

test('a phone that once read how to reach the provider shows it without the server', async ({
  phone,
  faultProxy,
}) => {
  const { page } = phone
  await signIn(page)
  await readyOffline(page)
  await page.goto('/contact-us')
  const call = page
    .locator('main')
    .getByRole('link', { name: /700 000 100/ })
    .first()
  await expect(call).toBeVisible()
  // The form comes from the server; a part of it that is still on its way would fail.
  await expect(page.getByLabel('Message')).toBeVisible()
  await faultProxy.stop()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Contact us' })).toBeVisible()
  await expect(call).toHaveAttribute('href', 'tel:+255700000100')
})
