import { expect } from '@playwright/test'
import { readMetaValue } from '../steps/phone-store.ts'
import { ORGANIZATION_SCENES, PLATFORM_SCENES } from './administration.ts'
import { COLLECTING_SCENES, IMPORT_SCENES } from './customers.ts'
import { EDITOR_SCENES, openEditor } from './editor.ts'
import { EXPENSE_SCENES } from './expenses.ts'
import { MANUAL_SCENES, READING_SCENES } from './help.ts'
import { OWNER_SCENES } from './owner.ts'
import { page } from './page.ts'
import { RECEIPT_SCENES } from './receipts.ts'
import { SALES_SCENES } from './sales.ts'
import type { Scene, SceneGroup } from './scene-context.ts'
import { SENDING_SCENES } from './sending.ts'
import { SETTINGS_SCENES } from './settings.ts'
import { SHARING_SCENES } from './sharing.ts'

const ENTRY: readonly Scene[] = [
  page('landing', '/'),
  page('tax tips', '/tax-tips'),
  ...READING_SCENES,
  {
    name: 'login',
    open: async ({ page: shown }) => {
      await shown.goto('/login')
      await expect(shown.locator('#early-login')).toHaveCount(0)
    },
  },
  {
    name: 'login refused',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/login')
      await expect(shown.locator('#early-login')).toHaveCount(0)
      await shown.getByLabel(words('Username'), { exact: true }).fill(`nobody-${words('Username')}`)
      await shown.getByRole('button', { name: words('Log in'), exact: true }).click()
      await expect(shown.locator('[aria-invalid="true"]')).toHaveCount(1)
    },
  },
  page('page not found', '/nowhere'),
]

const LISTS: readonly Scene[] = [
  page('dashboard', '/dashboard'),
  {
    name: 'guided tour',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/dashboard?tour=on')
      await shown.getByRole('dialog', { name: words('Your sales today') }).waitFor()
      await expect(shown.locator('[aria-busy="true"]')).toHaveCount(0)
    },
    after: async ({ page: shown }) => {
      await shown.keyboard.press('Escape')
    },
  },
  {
    name: 'more',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/dashboard')
      await shown.getByRole('button', { name: words('More'), exact: true }).click()
      await expect(shown.getByRole('dialog').getByText(words('Language'), { exact: true })).toBeVisible()
    },
  },
  {
    name: 'leaving',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/dashboard')
      await shown.getByRole('button', { name: words('More'), exact: true }).click()
      await shown
        .getByRole('dialog')
        .getByRole('button', { name: words('Log out') })
        .click()
      await expect(shown.getByRole('dialog', { name: words('Log out') })).toBeVisible()
    },
  },
  {
    name: 'search from anywhere',
    notifications: true,
    open: async ({ page: shown }) => {
      await shown.goto('/dashboard')
      await expect(shown.locator('h1').first()).toBeVisible()
      await shown.keyboard.press('Control+k')
      await shown.getByRole('dialog').getByRole('searchbox').fill('a')
      await expect(shown.getByRole('dialog').getByRole('link').nth(3)).toBeVisible()
    },
  },
  {
    name: 'the keys there are',
    open: async ({ page: shown }) => {
      await shown.goto('/dashboard')
      await expect(shown.locator('h1').first()).toBeVisible()
      await shown.keyboard.press('?')
      await expect(shown.getByRole('dialog')).toBeVisible()
    },
  },
  page('invoices', '/invoices'),
  {
    name: 'invoices, choosing days',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/invoices')
      await shown.getByRole('button', { name: words('Period'), exact: true }).click()
      await expect(shown.getByRole('dialog').getByText(words('Last week'))).toBeVisible()
    },
  },
  {
    name: 'invoices, several chosen',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/invoices')
      await shown.getByRole('button', { name: words('Select') }).click()
      for (const index of [0, 1]) await shown.locator('main a[role="checkbox"]').nth(index).click()
      await expect(shown.getByRole('complementary')).toContainText('2')
    },
  },
  {
    name: 'invoices, end of what the phone keeps',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/invoices?status=canceled&to=2020-01-01')
      await expect(shown.getByRole('button', { name: words('Load older invoices') })).toBeVisible()
    },
  },
  page('invoices submitted', '/invoices?status=submitted'),
  {
    name: 'invoices, nothing found',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/invoices')
      await shown.getByRole('searchbox').fill('hakunamtuhuyu')
      await expect(shown.getByText(words('No results'))).toBeVisible()
    },
  },
  page('customers', '/customers'),
  ...IMPORT_SCENES,
  {
    name: 'customer details',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/customers')
      await shown.locator('main li button').first().click()
      await shown.getByRole('button', { name: words('Edit') }).click()
      await expect(shown.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'page of a customer',
    open: async ({ page: shown }) => {
      await shown.goto('/customers')
      await shown.locator('main li button').first().click()
      await expect(shown).toHaveURL(/\/customer\//)
      await expect(shown.locator('[aria-busy="true"]')).toHaveCount(0)
    },
  },
  page('customers, the light page', '/customers-old'),
  page('who owes', '/debts'),
  ...COLLECTING_SCENES,
  page('what the figures say', '/insights'),
  page('what the figures say, nothing done yet', '/insights?type=tax&state=done'),
  page('vendors', '/vendors'),
  {
    name: 'new vendor, refused',
    notifications: true,
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/vendors')
      await shown.getByRole('button', { name: words('New vendor') }).click()
      await shown
        .getByRole('dialog')
        .getByRole('button', { name: words('Save') })
        .click()
      await expect(shown.locator('[aria-invalid="true"]').first()).toBeVisible()
    },
  },
  page('expense categories', '/expense-categories'),
  page('expense report', '/expenses-report'),
  page('payment', '/payment'),
  {
    name: 'a new customer, half filled before',
    open: async ({ page: shown, translate: words }) => {
      const form = shown.getByRole('dialog')
      const begin = () => shown.getByRole('button', { name: words('New customer') }).click()
      await shown.goto('/customers')
      await begin()
      await form.getByLabel(words('Phone number')).fill('0700 000 55')
      await expect.poll(() => readMetaValue(shown, 'new-customer')).toMatchObject({ phone: '0700 000 55' })
      await shown.reload()
      await begin()
      await expect(form.getByText(words('You have an unsaved entry.'))).toBeVisible()
    },
  },
  page('products', '/products'),
  {
    name: 'product details with its stock',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/products')
      await shown.locator('main li button').first().click()
      const details = shown.getByRole('dialog')
      await expect(details).toBeVisible()
      await details.locator('details > summary').last().click()
      await expect(details.getByLabel(words('What happened'))).toBeVisible()
    },
  },
  {
    name: 'products from a file, columns missing',
    notifications: true,
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/products')
      await shown.getByRole('button', { name: words('Import CSV') }).click()
      const sheet = shown.getByRole('dialog', { name: words('Import CSV') })
      const choosing = shown.waitForEvent('filechooser')
      await sheet.getByRole('button', { name: words('Choose a file') }).click()
      const file = { name: 'bidhaa.csv', mimeType: 'text/csv', buffer: Buffer.from('unit\nkg') }
      await (await choosing).setFiles(file)
      await expect(sheet.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'what the figures say, put into words after consent',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/dashboard')
      const section = shown.getByRole('region', { name: words('What your figures say') })
      await section.getByText(words('The figures')).first().click()
      await section.getByRole('button', { name: words('In words, by AI') }).click()
      await expect(section.getByRole('button', { name: words('I agree') })).toBeVisible()
    },
  },
  { ...page('sending', '/sync'), notifications: true },
  page('change password', '/change-password'),
  {
    name: 'change password at the first login',
    open: async ({ page: shown }) => {
      await shown.evaluate(() => localStorage.setItem('change-password', 'true'))
      await shown.goto('/products')
      await expect(shown).toHaveURL(/\/change-password/)
      await shown.locator('main form button[type="submit"]').click()
      await expect(shown.locator('[aria-invalid="true"]').first()).toBeVisible()
    },
    after: async ({ page: shown }) => {
      await shown.evaluate(() => localStorage.setItem('change-password', 'false'))
    },
  },
  ...MANUAL_SCENES,
  page('page not found, signed in', '/nowhere'),
]

/** Every screen, sheet and dialog there is, by who sees it. A new screen gets its scene here. */
export const SCENE_GROUPS: Readonly<Record<string, SceneGroup>> = {
  'before the login': { as: null, scenes: ENTRY },
  'lists and sheets': { as: 'operator', scenes: LISTS },
  expenses: { as: 'operator', scenes: EXPENSE_SCENES },
  'the sales report': { as: 'operator', scenes: SALES_SCENES },
  'writing an invoice': { as: 'operator', scenes: EDITOR_SCENES },
  'the settings': { as: 'operator', scenes: SETTINGS_SCENES, tag: '@windows' },
  'the sync centre': { as: 'owner', scenes: SENDING_SCENES },
  'receipts and what waits': { as: 'operator2', scenes: RECEIPT_SCENES, tag: '@windows' },
  'a shared phone': { as: 'operator', scenes: SHARING_SCENES },
  'a blocked company': {
    as: 'blocked',
    scenes: [
      page('dashboard, blocked', '/dashboard'),
      {
        name: 'editor, blocked',
        open: async ({ page: shown }) => {
          await openEditor(shown)
        },
      },
      {
        name: 'dashboard, a new version waits',
        notifications: true,
        open: async ({ page: shown, faultProxy: line, translate: words }) => {
          await shown.goto('/dashboard')
          const worker = await fetch(`${line.url}/sw.js`)
          const headers = { 'content-type': worker.headers.get('content-type') ?? '' }
          const body = `${await worker.text()}\n// the next version`
          line.inject(/^\/sw\.js/, { kind: 'answer', status: 200, headers, body }, 1_000)
          await shown.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
          const offer = shown.getByRole('button', { name: words('A new version is ready. Update now') })
          await expect(offer).toBeVisible({ timeout: 60_000 })
        },
      },
    ],
  },
  'an owner': { as: 'owner', scenes: OWNER_SCENES },
  'an organization admin': { as: 'orgadmin', scenes: ORGANIZATION_SCENES },
  'an administrator': { as: 'admin', scenes: PLATFORM_SCENES },
}
