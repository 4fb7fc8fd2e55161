import { expect, type Locator } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import { fillLogin } from '../steps/enter.ts'
import { submitOffline } from './receipts.ts'
import type { Scene, Stage } from './stage.ts'

/** Opens the list of those who use this phone, over the price list, where nothing moves by itself. */
export async function openPeople({ page, words }: Stage): Promise<Locator> {
  await page.goto('/products')
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.getByRole('button', { name: words('More'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('Users of this phone') })
    .click()
  const people = page.getByRole('dialog', { name: words('Users of this phone') })
  await expect(people.getByText(words('Logged in now'))).toBeVisible()
  return people
}

const PIN = '7294'

async function openPinSheet({ page, words }: Stage, button: string): Promise<Locator> {
  await page.goto('/settings')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.getByRole('button', { name: words(button) }).click()
  return page.getByRole('dialog', { name: words(button) })
}

async function givePin(stage: Stage): Promise<void> {
  const { words } = stage
  const sheet = await openPinSheet(stage, 'Set a PIN')
  await sheet.getByLabel(words('New PIN'), { exact: true }).fill(PIN)
  await sheet.getByLabel(words('Repeat the new PIN')).fill(PIN)
  await sheet.getByRole('button', { name: words('Set a PIN') }).click()
  await expect(stage.page.getByRole('button', { name: words('Lock now') })).toBeVisible()
}

async function lockNow({ page, words }: Stage): Promise<void> {
  await page.goto('/settings')
  await page.getByRole('button', { name: words('Lock now') }).click()
  await expect(page.getByRole('button', { name: words('Unlock') })).toBeVisible()
}

async function enterPin({ page }: Stage, pin: string): Promise<void> {
  await page.locator('[aria-describedby="pin-answer"]').fill(pin)
  await page.keyboard.press('Enter')
}

/** One phone of several people: who they are, and how one makes room for another. */
export const SHARING_SCENES: readonly Scene[] = [
  {
    name: 'people on this phone, alone',
    open: async (stage) => {
      await openPeople(stage)
    },
  },
  {
    name: 'setting a PIN, refused as easy to guess',
    news: true,
    open: async (stage) => {
      const { words } = stage
      const sheet = await openPinSheet(stage, 'Set a PIN')
      await sheet.getByLabel(words('New PIN'), { exact: true }).fill('1234')
      await sheet.getByRole('button', { name: words('Set a PIN') }).click()
      await expect(sheet.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'settings with a PIN',
    news: true,
    open: async (stage) => {
      await givePin(stage)
      await stage.page.goto('/settings')
      await expect(stage.page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(stage.page.getByRole('button', { name: stage.words('Lock now') })).toBeVisible()
    },
  },
  {
    name: 'changing the PIN',
    open: async (stage) => {
      await expect(await openPinSheet(stage, 'Change the PIN')).toBeVisible()
    },
  },
  {
    name: 'removing the PIN, the wrong one',
    news: true,
    open: async (stage) => {
      const sheet = await openPinSheet(stage, 'Remove the PIN')
      await sheet.getByLabel(stage.words('Current PIN')).fill('1111')
      await sheet.getByRole('button', { name: stage.words('Remove the PIN') }).click()
      await expect(sheet.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'locked', news: true, open: lockNow },
  {
    name: 'locked, after two wrong PINs',
    news: true,
    open: async (stage) => {
      const { page } = stage
      await page.goto('/login')
      // The clock stands, or the wait would end while one looks.
      await page.evaluate(() => {
        const now = Date.now()
        Date.now = () => now
      })
      // The first one was tried in the settings.
      await enterPin(stage, '1111')
      await expect(page.getByRole('alert')).toContainText(/3.*5/)
    },
    after: async (stage) => {
      await stage.page.reload()
      await expect(async () => {
        await enterPin(stage, PIN)
        await expect(stage.page).toHaveURL(/\/dashboard$/, { timeout: 2_000 })
      }).toPass({ timeout: 15_000 })
    },
  },
  {
    name: 'ending another phone',
    news: true,
    open: async ({ page, words }) => {
      const device = { deviceId: crypto.randomUUID() }
      const form = { username: 'operator', password: DEMO_PASSWORD, ...device }
      expect((await page.request.post('/api/v2/user/login', { data: form })).ok()).toBe(true)
      await page.goto('/settings')
      await page
        .getByRole('button', { name: words('Log it out') })
        .first()
        .click()
      await expect(page.getByRole('dialog', { name: words('Log out the other phone?') })).toBeVisible()
    },
  },
  {
    name: 'people on this phone, one with work waiting',
    news: true,
    open: async (stage) => {
      const { phone, page, words, language } = stage
      await submitOffline(stage)
      await (await openPeople(stage)).getByRole('button', { name: words('Somebody else') }).click()
      await expect(page).toHaveURL(/\/login/)
      // What waits may not go out under the grant of the one who left, or there is nothing to look at.
      stage.line.meet(/\/sync\/push/, { kind: 'refuse' }, Number.POSITIVE_INFINITY)
      await phone.context.setOffline(false)
      await fillLogin(page, language, { username: 'owner' })
      await expect(page).toHaveURL(/\/dashboard$/, { timeout: 30_000 })
      const people = await openPeople(stage)
      await expect(people.getByRole('listitem')).toContainText('1')
    },
  },
  {
    name: 'sending, with work that another person left here',
    open: async ({ page, words }) => {
      await page.goto('/sync')
      await expect(page.getByRole('button', { name: words('Send these records') })).toBeVisible()
    },
  },
  {
    name: 'locked, two people, one with work waiting',
    news: true,
    open: async (stage) => {
      const { page } = stage
      await givePin(stage)
      await (await openPeople(stage)).getByRole('listitem').getByRole('button').click()
      await expect(page.getByRole('heading', { name: 'Asha Mfano' })).toBeVisible()
    },
  },
  {
    name: 'login by the password on a locked phone, after too many wrong PINs',
    open: async ({ page }) => {
      await page.goto('/login?by=password&why=pin-ended')
      await expect(page.getByRole('status')).toBeVisible()
    },
  },
]
