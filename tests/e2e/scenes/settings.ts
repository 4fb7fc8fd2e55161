import { expect, type Page } from '@playwright/test'
import { offerInstallation } from '../steps/offer-installation.ts'
import { page } from './page.ts'
import type { Scene } from './stage.ts'

/** Opens the settings and waits until every section has read what it shows. */
async function openSettings(shown: Page): Promise<void> {
  await shown.goto('/settings')
  await expect(shown.locator('h1')).toBeVisible()
  await expect(shown.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** The settings in every state, and what opens from them. A new section has its scenes here. */
export const SETTINGS_SCENES: readonly Scene[] = [
  {
    name: 'settings, notifications off',
    open: async ({ phone, page: shown, words }) => {
      await phone.context.grantPermissions(['notifications'])
      await shown.goto('/settings')
      await expect(shown.getByRole('button', { name: words('Turn notifications on') })).toBeVisible()
      await expect(shown.getByRole('switch', { name: words('Invoices that were issued') })).toBeChecked()
    },
    after: async ({ phone }) => await phone.context.clearPermissions(),
  },
  page('settings, notifications blocked', '/settings'),
  {
    name: 'settings, the browser offers to install',
    news: true,
    open: async ({ page: shown, words }) => {
      await openSettings(shown)
      await offerInstallation(shown)
      await expect(shown.getByRole('button', { name: words('Install') })).toBeVisible()
    },
  },
  {
    name: 'settings, licences',
    open: async ({ page: shown, words }) => {
      await openSettings(shown)
      await shown.getByRole('button', { name: words('Licences') }).click()
      const list = shown.getByRole('dialog', { name: words('Licences') })
      await list.locator('summary').filter({ hasText: 'react-dom' }).first().click()
      await expect(list.locator('details[open] pre')).toBeVisible()
    },
  },
  {
    name: 'settings, licences without a line',
    open: async ({ phone, page: shown, words }) => {
      await openSettings(shown)
      await phone.context.setOffline(true)
      await shown.getByRole('button', { name: words('Licences') }).click()
      await expect(shown.getByText(words('This needs a connection'))).toBeVisible()
    },
    after: async ({ phone }) => await phone.context.setOffline(false),
  },
]
