import { expect } from '@playwright/test'
import { returnOverOwnLine } from '../steps/return-from-service.ts'
import { page } from './page.ts'
import type { Scene, SceneContext } from './scene-context.ts'

/** Opens the keys of the API with a dialog of it. */
async function openDialog({ page: shown, translate: words }: SceneContext, button: string) {
  await shown.goto('/company?view=api')
  await shown.getByRole('button', { name: words(button), exact: true }).click()
  const dialog = shown.getByRole('dialog')
  await expect(dialog).toBeVisible()
  return dialog
}

async function connectQuickBooks({ phone, page: shown, translate: words }: SceneContext) {
  await returnOverOwnLine(phone)
  await shown.goto('/apps-integration')
  const label = words('Connect {name}').replace('{name}', 'QuickBooks')
  await shown.getByRole('button', { name: label, exact: true }).click()
  await shown.getByRole('button', { name: 'Allow access' }).click()
  await expect(shown.getByText(words('Connected'), { exact: true })).toBeVisible()
  await expect(shown.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** The programs of a company: keys, addresses that are notified, accounting services. */
const PROGRAM_SCENES: readonly Scene[] = [
  page('keys of the API', '/company?view=api'),
  {
    name: 'a new key, refused',
    notifications: true,
    open: async (context) => {
      const form = await openDialog(context, 'Make a key')
      await form.getByRole('button', { name: context.translate('Make the key') }).click()
      await expect(form.locator('[aria-invalid="true"]').first()).toBeVisible()
    },
  },
  {
    name: 'a new key, shown once',
    notifications: true,
    open: async (context) => {
      const form = await openDialog(context, 'Make a key')
      await form.getByLabel(context.translate('Name')).fill('Duka mtandaoni')
      await form.getByRole('button', { name: context.translate('Make the key') }).click()
      await expect(
        context.page.getByRole('region', { name: context.translate('The key'), exact: true }),
      ).toBeVisible()
    },
  },
  {
    name: 'a new address, refused',
    notifications: true,
    open: async (context) => {
      const form = await openDialog(context, 'Add an address')
      await form.getByLabel(context.translate('Address')).fill('http://10.0.0.1/')
      await form.getByRole('button', { name: context.translate('Add the address') }).click()
      await expect(form.locator('[aria-invalid="true"]').first()).toBeVisible()
    },
  },
  {
    name: 'keys and addresses that are notified',
    open: async (context) => {
      const form = await openDialog(context, 'Add an address')
      const address = 'https://localhost.invalid/risiti'
      await form.getByLabel(context.translate('Address')).fill(address)
      await form.getByRole('button', { name: context.translate('Add the address') }).click()
      await context.page.getByRole('button', { name: context.translate('Done'), exact: true }).click()
      await context.page.goto('/company?view=api')
      await expect(context.page.getByRole('region', { name: address })).toBeVisible()
    },
  },
  {
    name: 'what was sent to an address',
    notifications: true,
    open: async ({ page: shown, translate: words }) => {
      await shown
        .getByRole('button', { name: words('What was sent') })
        .first()
        .click()
      const log = shown.getByRole('dialog', { name: words('What was sent') })
      await log.getByRole('button', { name: words('Send a test') }).click()
      await expect(async () => {
        await log.getByRole('button', { name: words('Load again') }).click()
        await expect(log.locator('code').first()).toBeVisible({ timeout: 1_000 })
      }).toPass()
    },
  },
  page('accounting services', '/apps-integration'),
  {
    name: 'accounting services, choices of accounts',
    notifications: true,
    open: async (context) => {
      await connectQuickBooks(context)
      const { page: shown, translate: words } = context
      const [save, change] = [words('Save the choices'), words('Change the choices')].map((name) =>
        shown.getByRole('button', { name, exact: true }),
      )
      if (!save || !change) throw new Error('there is no button')
      await save.or(change).waitFor()
      if (await change.isVisible()) await change.click()
      await expect(save).toBeVisible()
    },
    after: async ({ page: shown, translate: words }) => {
      await shown.getByRole('button', { name: words('Disconnect') }).click()
      await shown
        .getByRole('dialog')
        .getByRole('button', { name: words('Disconnect') })
        .click()
      await expect(shown.getByText(words('Connected'), { exact: true })).toHaveCount(0)
    },
  },
  page('documentation of the API, keys', '/developer/documentation/api/auth'),
  page('documentation of the API, invoices', '/developer/documentation/api/invoice'),
  {
    name: 'documentation of the API, one call opened',
    open: async ({ page: shown }) => {
      await shown.goto('/developer/documentation/api/invoice')
      const calls = shown.locator('main section[id]')
      for (const part of [0, 1, 2]) await calls.nth(1).locator('summary').nth(part).click()
      await expect(calls.nth(1).getByRole('table').first()).toBeVisible()
    },
  },
]

/** Numbers that sell by USSD. */
const USSD_SCENES: readonly Scene[] = [
  page('guide to USSD', '/ussd'),
  {
    name: 'a number for USSD, refused',
    notifications: true,
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/auth-ussd')
      await shown.getByLabel(words('Number of the phone')).fill('12')
      await shown.getByLabel(words('PIN for USSD')).fill('1111')
      await shown.getByRole('button', { name: words('Get the code') }).click()
      await expect(shown.locator('[aria-invalid="true"]').first()).toBeVisible()
    },
  },
  {
    name: 'a number for USSD, its code',
    notifications: true,
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/auth-ussd')
      await shown.getByLabel(words('Number of the phone')).fill('0744200300')
      await shown.getByLabel(words('PIN for USSD')).fill('7394')
      await shown.getByRole('button', { name: words('Get the code') }).click()
      await expect(shown.getByText(/^\d{6}$/)).toBeVisible()
    },
  },
]

/** What the owner of a company sees beside the shop. */
export const OWNER_SCENES: readonly Scene[] = [
  page('company', '/company'),
  page('audit trail', '/company?view=audit'),
  page('own operators', '/operator'),
  page('invoices report of a company', '/invoices-report'),
  page('what is set up', '/welcome'),
  ...USSD_SCENES,
  ...PROGRAM_SCENES,
]
