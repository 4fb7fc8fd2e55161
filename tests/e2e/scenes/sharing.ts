import { expect, type Locator } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import { fillLogin } from '../steps/log-in-as.ts'
import { submitOffline } from './receipts.ts'
import type { Scene, SceneContext } from './scene-context.ts'

/** Opens the list of those who use this phone, over the price list, where nothing moves by itself. */
export async function openAccounts({ page, translate: words }: SceneContext): Promise<Locator> {
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

async function openPinSheet({ page, translate: words }: SceneContext, button: string): Promise<Locator> {
  await page.goto('/settings')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.getByRole('button', { name: words(button) }).click()
  return page.getByRole('dialog', { name: words(button) })
}

async function setPin(context: SceneContext): Promise<void> {
  const { translate: words } = context
  const sheet = await openPinSheet(context, 'Set a PIN')
  await sheet.getByLabel(words('New PIN'), { exact: true }).fill(PIN)
  await sheet.getByLabel(words('Repeat the new PIN')).fill(PIN)
  await sheet.getByRole('button', { name: words('Set a PIN') }).click()
  await expect(context.page.getByRole('button', { name: words('Lock now') })).toBeVisible()
}

async function lockNow({ page, translate: words }: SceneContext): Promise<void> {
  await page.goto('/settings')
  await page.getByRole('button', { name: words('Lock now') }).click()
  await expect(page.getByRole('button', { name: words('Unlock') })).toBeVisible()
}

async function enterPin({ page }: SceneContext, pin: string, timeout?: number): Promise<void> {
  await page.locator('[aria-describedby="pin-answer"]').fill(pin, timeout === undefined ? {} : { timeout })
  await page.keyboard.press('Enter')
}

/** One phone of several people: who they are, and how one makes room for another. */
export const SHARING_SCENES: readonly Scene[] = [
  {
    name: 'people on this phone, alone',
    open: async (context) => {
      await openAccounts(context)
    },
  },
  {
    name: 'setting a PIN, refused as easy to guess',
    notifications: true,
    open: async (context) => {
      const { translate: words } = context
      const sheet = await openPinSheet(context, 'Set a PIN')
      await sheet.getByLabel(words('New PIN'), { exact: true }).fill('1234')
      await sheet.getByRole('button', { name: words('Set a PIN') }).click()
      await expect(sheet.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'settings with a PIN',
    notifications: true,
    open: async (context) => {
      await setPin(context)
      await context.page.goto('/settings')
      await expect(context.page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(context.page.getByRole('button', { name: context.translate('Lock now') })).toBeVisible()
    },
  },
  {
    name: 'changing the PIN',
    open: async (context) => {
      await expect(await openPinSheet(context, 'Change the PIN')).toBeVisible()
    },
  },
  {
    name: 'removing the PIN, the wrong one',
    notifications: true,
    open: async (context) => {
      const sheet = await openPinSheet(context, 'Remove the PIN')
      await sheet.getByLabel(context.translate('Current PIN')).fill('1111')
      await sheet.getByRole('button', { name: context.translate('Remove the PIN') }).click()
      await expect(sheet.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'locked', notifications: true, open: lockNow },
  {
    name: 'locked, after two wrong PINs',
    notifications: true,
    open: async (context) => {
      const { page } = context
      await page.goto('/login')
      // Stops the clock, or the wait would end during the check.
      await page.evaluate(() => {
        const now = Date.now()
        Date.now = () => now
      })
      // The first one was tried in the settings.
      await enterPin(context, '1111')
      await expect(page.getByRole('alert')).toContainText(/3.*5/)
    },
    after: async (context) => {
      const { page } = context
      await page.reload()
      // The field takes nothing while a wait is counted down, nor while a PIN is checked: that one leads on by itself.
      await expect(async () => {
        if (!page.url().endsWith('/dashboard')) await enterPin(context, PIN, 2_000)
        await expect(page).toHaveURL(/\/dashboard$/, { timeout: 10_000 })
      }).toPass({ timeout: 120_000 })
    },
  },
  {
    name: 'ending another phone',
    notifications: true,
    open: async ({ page, translate: words }) => {
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
    notifications: true,
    open: async (context) => {
      const { phone, page, translate: words } = context
      await submitOffline(context)
      await (await openAccounts(context)).getByRole('button', { name: words('Somebody else') }).click()
      await expect(page).toHaveURL(/\/login/)
      // What waits may not go out under the grant of the one who left, or there is nothing to look at.
      context.faultProxy.inject(/\/sync\/push/, { kind: 'refuse' }, Number.POSITIVE_INFINITY)
      await phone.context.setOffline(false)
      await fillLogin(page, 'en', { username: 'owner' })
      await expect(page).toHaveURL(/\/dashboard$/, { timeout: 60_000 })
      const people = await openAccounts(context)
      await expect(people.getByRole('listitem')).toContainText('1')
    },
  },
  {
    name: 'sending, with work that another person left here',
    open: async ({ page, translate: words }) => {
      await page.goto('/sync')
      await expect(page.getByRole('button', { name: words('Send these records') })).toBeVisible()
    },
  },
  {
    name: 'locked, two people, one with work waiting',
    notifications: true,
    open: async (context) => {
      const { page } = context
      await setPin(context)
      await (await openAccounts(context)).getByRole('listitem').getByRole('button').click()
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
