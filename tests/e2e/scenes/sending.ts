import { expect, type Locator } from '@playwright/test'
import { pauseNumbering } from '../steps/pause-numbering.ts'
import { readyOffline } from '../steps/sign-in.ts'
import { refusedByTra, repair, sendAll, submitOffline } from './receipts.ts'
import type { Scene, SceneContext } from './scene-context.ts'

/** Opens the sync centre over the price list, where nothing moves by itself while it is open. */
async function openCentre({ page, translate: words }: SceneContext): Promise<Locator> {
  await page.goto('/products')
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.locator('header').getByRole('link').click()
  const centre = page.getByRole('dialog', { name: words('Sending'), exact: true })
  await expect(centre.getByRole('button', { name: words('Send now') })).toBeVisible()
  return centre
}

const ends = new WeakMap<SceneContext, () => void>()

async function openPausedNumbering(context: SceneContext): Promise<Locator> {
  ends.set(context, pauseNumbering(context.faultProxy).end)
  const centre = await openCentre(context)
  const button = centre.getByRole('button', { name: context.translate('Confirm the last receipt number') })
  await expect(button).toBeVisible({ timeout: 60_000 })
  return button
}

async function release(context: SceneContext): Promise<void> {
  ends.get(context)?.()
}

/** The settings of the owner, who chooses the logo of the company. */
const LOGO_SCENE: Scene = {
  name: 'settings, the logo just chosen',
  keptWords: ['The logo is on the receipts of all phones'],
  notifications: true,
  open: async ({ page, translate: words }) => {
    await page.goto('/settings')
    const section = page.getByRole('region', { name: words('Logo on receipts') })
    await section.locator('input[type="file"]').setInputFiles('public/icons/icon-192.png')
    await expect(section.getByRole('button', { name: words('Remove the logo') })).toBeVisible()
    await section.scrollIntoViewIfNeeded()
  },
  after: async ({ page, translate: words }) => {
    const section = page.getByRole('region', { name: words('Logo on receipts') })
    await section.getByRole('button', { name: words('Remove the logo') }).click()
    await expect(page.getByText(words('The logo is removed'))).toBeVisible()
  },
}

/** The sync centre over another screen, as the owner sees it, in every state. */
export const SENDING_SCENES: readonly Scene[] = [
  LOGO_SCENE,
  {
    name: 'sync centre, everything sent',
    open: async (context) => {
      await openCentre(context)
    },
  },
  {
    name: 'sync centre, work waiting and no network',
    open: async (context) => {
      await readyOffline(context.page)
      await submitOffline(context)
      const centre = await openCentre(context)
      await expect(centre.getByRole('button', { name: context.translate('Back to draft') })).toBeVisible()
    },
    after: sendAll,
  },
  {
    name: 'leaving with work waiting, as the owner, after an attempt to send it',
    notifications: true,
    open: async (context) => {
      const { page, translate: words } = context
      await readyOffline(page)
      await submitOffline(context)
      await page.goto('/products')
      await page.getByRole('button', { name: words('More'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words('Log out') })
        .click()
      const dialog = page.getByRole('dialog', { name: words('Log out') })
      await dialog.getByRole('button', { name: words('Send now') }).click()
      await expect(dialog.getByRole('status')).toBeVisible()
      await expect(dialog.getByRole('button', { name: words('Save a copy of unsent records') })).toBeVisible()
    },
    after: sendAll,
  },
  {
    name: 'sync centre, a receipt refused by TRA',
    // When the sync centre opens, it asks the server for the device's status at the authority.
    notifications: true,
    open: async (context) => {
      await refusedByTra(context)
      const centre = await openCentre(context)
      await expect(
        centre.getByRole('button', { name: context.translate('Repair and send again') }),
      ).toBeVisible()
    },
    after: async (context) => {
      await context.page.goto('/invoices?status=attention')
      await context.page.getByRole('link', { name: /Tsh/ }).first().click()
      await repair(context)
    },
  },
  {
    name: 'sync centre, numbering held after a restore',
    notifications: true,
    open: async (context) => {
      await openPausedNumbering(context)
    },
    after: release,
  },
  {
    name: 'asking for the last receipt number, refused',
    notifications: true,
    open: async (context) => {
      const { page, translate: words } = context
      await (await openPausedNumbering(context)).click()
      const dialog = page.getByRole('dialog', { name: words('Last receipt number') })
      await dialog.getByRole('textbox').fill('12')
      await dialog.getByRole('button', { name: words('Continue numbering') }).click()
      await expect(dialog.locator('[aria-invalid="true"]')).toBeVisible()
    },
    after: release,
  },
]
