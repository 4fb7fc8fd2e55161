import { expect, type Locator, type Page } from '@playwright/test'
import { offerInstallation } from '../steps/offer-installation.ts'
import { offerUsage } from '../steps/offer-usage.ts'
import { readyOffline } from '../steps/sign-in.ts'
import { page } from './page.ts'
import { sendAll, submitOffline } from './receipts.ts'
import type { Scene, SceneContext } from './scene-context.ts'

/** Opens the settings and waits until every section has read what it shows. */
async function openSettings(shown: Page): Promise<void> {
  // The browser comes back to where one was on a page, and things there make room for themselves.
  await shown.evaluate(() => window.scrollTo(0, 0))
  await shown.goto('/settings')
  await expect(shown.locator('h1')).toBeVisible()
  await expect(shown.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Opens a sheet of the settings by its button, with one sale that waits. */
async function openSheet(context: SceneContext, button: string): Promise<Locator> {
  const { page: shown, translate: words } = context
  await openSettings(shown)
  await shown.getByRole('button', { name: words(button) }).click()
  const sheet = shown.getByRole('dialog', { name: words(button) })
  await expect(sheet).toBeVisible()
  return sheet
}

/** Scenes of saving unsent work elsewhere: one sale waits, and the phone is offline. */
const TRANSFER_SCENES: readonly Scene[] = [
  {
    name: 'settings, work to bring to safety',
    open: async (context) => {
      await readyOffline(context.page)
      await submitOffline(context)
      await openSettings(context.page)
      await context.page
        .getByRole('button', { name: context.translate('Save a backup file') })
        .scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'backup file, password too short',
    open: async (context) => {
      const sheet = await openSheet(context, 'Save a backup file')
      await sheet.getByRole('button', { name: context.translate('Save the file') }).click()
      await expect(sheet.getByText(context.translate('The password is too short'))).toBeVisible()
    },
  },
  {
    name: 'showing work to another phone, number',
    open: async (context) => {
      await openSheet(context, 'Send to another phone')
    },
  },
  {
    name: 'showing work to another phone, codes',
    notifications: true,
    open: async (context) => {
      const sheet = await openSheet(context, 'Send to another phone')
      await sheet.getByRole('button', { name: context.translate('Show the codes') }).click()
      await expect(sheet.getByRole('img')).toBeVisible()
    },
    after: sendAll,
  },
  {
    name: 'opening a backup file, none of ours',
    keptWords: ['This file was not made by Risiti.'],
    open: async (context) => {
      const sheet = await openSheet(context, 'Open a backup file')
      const choosing = context.page.waitForEvent('filechooser')
      await sheet.getByRole('button', { name: context.translate('Choose the file') }).click()
      const file = { name: 'picha.png', mimeType: 'image/png', buffer: Buffer.from('a picture') }
      await (await choosing).setFiles(file)
      await expect(sheet.getByText(context.translate('This file was not made by Risiti.'))).toBeVisible()
    },
  },
  {
    name: 'taking work from another phone, no camera',
    notifications: true,
    open: async (context) => {
      const sheet = await openSheet(context, 'Receive from another phone')
      await expect(sheet.getByRole('alert')).toBeVisible()
    },
  },
]

/** The settings in every state, and what opens from them. A new section has its scenes here. */
export const SETTINGS_SCENES: readonly Scene[] = [
  {
    name: 'settings, notifications off',
    open: async ({ phone, page: shown, translate: words }) => {
      await phone.context.grantPermissions(['notifications'])
      await shown.goto('/settings')
      await expect(shown.getByRole('button', { name: words('Turn notifications on') })).toBeVisible()
      await expect(shown.getByRole('switch', { name: words('Invoices that were issued') })).toBeChecked()
    },
    after: async ({ phone }) => await phone.context.clearPermissions(),
  },
  page('settings, notifications blocked', '/settings'),
  {
    name: 'settings, usage statistics offered',
    notifications: true,
    open: async ({ page: shown, faultProxy: line, translate: words }) => {
      offerUsage(line)
      await openSettings(shown)
      const agreeing = shown.getByRole('switch', { name: words('Share usage statistics') })
      await expect(agreeing).not.toBeChecked()
      await agreeing.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'settings, the browser offers to install',
    notifications: true,
    open: async ({ page: shown, translate: words }) => {
      await openSettings(shown)
      await offerInstallation(shown)
      await expect(shown.getByRole('button', { name: words('Install') })).toBeVisible()
    },
  },
  {
    name: 'settings, licences',
    open: async ({ page: shown, translate: words }) => {
      await openSettings(shown)
      await shown.getByRole('button', { name: words('Licences') }).click()
      const list = shown.getByRole('dialog', { name: words('Licences') })
      await list.locator('summary').filter({ hasText: 'react-dom' }).first().click()
      await expect(list.locator('details[open] pre')).toBeVisible()
    },
  },
  {
    name: 'settings, licences without a line',
    open: async ({ phone, page: shown, translate: words }) => {
      await openSettings(shown)
      await readyOffline(shown)
      await phone.context.setOffline(true)
      await shown.getByRole('button', { name: words('Licences') }).click()
      await expect(shown.getByText(words('This needs a connection'))).toBeVisible()
    },
    after: async ({ phone }) => await phone.context.setOffline(false),
  },
  ...TRANSFER_SCENES,
]
