import { expect } from '@playwright/test'
import { readMetaValue, readRows, removeRow } from '../steps/phone-store.ts'
import { readyOffline } from '../steps/sign-in.ts'
import { sendAll } from './receipts.ts'
import type { Scene, SceneContext } from './scene-context.ts'

async function openForm({ page }: SceneContext): Promise<void> {
  await page.goto('/new-expense')
  await expect(page.locator('main form')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

async function openList({ page }: SceneContext): Promise<void> {
  await page.goto('/expenses')
  await expect(page.locator('main h2').first()).toBeVisible()
}

/** Writes the amount again and saves: a form with an amount alone lacks its category. */
async function saveHalf(context: SceneContext): Promise<void> {
  const { page, translate: words } = context
  await openForm(context)
  await page.getByRole('textbox', { name: words('Amount') }).fill('12500')
  await page.getByRole('textbox', { name: words('Receipt code') }).fill('AB')
  await page.getByRole('button', { name: words('Save'), exact: true }).click()
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(2)
}

const PICTURE = 'public/icons/icon-192.png'

function filesPart({ page, translate: words }: SceneContext) {
  return page.getByRole('group', { name: words('Photo or PDF of the receipt') })
}

/** Attaches a picture and a PDF to a new expense. */
async function attachFiles(context: SceneContext): Promise<void> {
  await openForm(context)
  const part = filesPart(context)
  const choose = part.locator('input[accept*="pdf"]')
  await choose.setInputFiles(PICTURE)
  await expect(part.getByRole('listitem')).toHaveCount(1)
  const name = 'risiti ya umeme wa duka la Kariakoo, Novemba 2026.pdf'
  await choose.setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 mfano') })
  await expect(part.getByRole('listitem')).toHaveCount(2)
  await part.scrollIntoViewIfNeeded()
}

/** Holds large files on a phone with mobile data; the browser of the tests does not report its connection. */
async function waitForWifi({ page, translate: words }: SceneContext): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { type: 'cellular' }, configurable: true })
  })
  await page.goto('/settings')
  const wifiOnly = page.getByRole('switch', { name: words('Large files wait for Wi-Fi') })
  await wifiOnly.click()
  await expect(wifiOnly).toBeChecked()
}

/** Writes an expense down with a picture and a PDF that is held until there is Wi-Fi. */
async function spendWithFiles(context: SceneContext): Promise<void> {
  const { page, translate: words } = context
  await openForm(context)
  const part = filesPart(context)
  const choose = part.locator('input[accept*="pdf"]')
  await choose.setInputFiles(PICTURE)
  await expect(part.getByRole('listitem')).toHaveCount(1)
  const buffer = Buffer.alloc(400_000, '%PDF-1.7 ')
  await choose.setInputFiles({ name: 'mkataba.pdf', mimeType: 'application/pdf', buffer })
  await expect(part.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('textbox', { name: words('Amount') }).fill('18500')
  await page.getByLabel(words('Category')).selectOption('ELECTRICITY')
  await page.getByLabel(words('Vendor'), { exact: true }).fill('Umeme wa Picha')
  await page.getByRole('textbox', { name: words('Receipt code') }).fill('')
  await page.getByRole('button', { name: words('Save'), exact: true }).click()
  await expect(page).toHaveURL(/\/expenses$/)
}

/** Takes the files off again: what is half filled in comes back in the next scene. */
async function takeFilesOff(context: SceneContext): Promise<void> {
  const part = filesPart(context)
  for (let left = 1; left >= 0; left -= 1) {
    await part.getByRole('listitem').first().getByRole('button').click()
    await expect(part.getByRole('listitem')).toHaveCount(left)
  }
  // What is half filled in is kept a moment after each change.
  await expect.poll(() => readMetaValue(context.page, 'expense-draft')).toMatchObject({ files: [] })
}

/** Types a code as printed on a receipt, with its time or without. */
async function enterCode(
  { page, translate: words }: SceneContext,
  code: string,
  time?: string,
): Promise<void> {
  await page.getByRole('button', { name: words('Type the code') }).click()
  const sheet = page.getByRole('dialog', { name: words('Enter receipt code') })
  await sheet.getByRole('textbox', { name: words('Receipt code') }).fill(code)
  if (time !== undefined) await sheet.getByLabel(words('Time of the receipt')).fill(time)
  await sheet.getByRole('button', { name: words('Continue') }).click()
}

/** A form without what the scene before it wrote. */
async function openBlank(context: SceneContext): Promise<void> {
  await context.page.goto('/expenses')
  await removeRow(context.page, 'meta', 'expense-draft')
  await openForm(context)
}

/** The ways to a receipt, and what the authority says of it. */
const RECEIPT_SCENES: readonly Scene[] = [
  {
    name: 'scanning a receipt, no camera',
    notifications: true,
    open: async ({ page, translate: words }) => {
      await page.goto('/new-expense?by=scan')
      const sheet = page.getByRole('dialog', { name: words('Scan QR') })
      await expect(sheet.getByRole('alert')).toBeVisible()
      const choosing = page.waitForEvent('filechooser')
      await sheet.getByRole('button', { name: words('Choose a picture') }).click()
      const file = { name: 'picha.png', mimeType: 'image/png', buffer: Buffer.from('a picture') }
      await (await choosing).setFiles(file)
      await expect(
        sheet.getByText(words('No QR code of a TRA receipt was found in this picture')),
      ).toBeVisible()
    },
  },
  {
    name: 'receipt code, refused',
    notifications: true,
    open: async (context) => {
      await openBlank(context)
      await enterCode(context, 'AB')
      await expect(context.page.getByRole('dialog').locator('[aria-invalid="true"]')).toHaveCount(1)
    },
  },
  {
    name: 'new expense, TRA knows the receipt',
    notifications: true,
    open: async (context) => {
      // Others of this server's tests write expenses down from the first ones.
      const receipt = (await context.authority.ledger('999000001'))[2]
      if (!receipt) throw new Error('the demo has sold nothing')
      await openBlank(context)
      await enterCode(context, receipt.rctvnum, receipt.time)
      const { page, translate: words } = context
      await expect(page.getByText(words('Verified with TRA. The details were filled in.'))).toBeVisible()
    },
  },
  {
    name: 'new expense, TRA can not be asked',
    notifications: true,
    open: async (context) => {
      await openBlank(context)
      await readyOffline(context.page)
      await context.phone.context.setOffline(true)
      await enterCode(context, 'TEST00999', '09:31:08')
      await expect(context.page.locator('main .notice')).toBeVisible()
    },
    after: async ({ phone }) => await phone.context.setOffline(false),
  },
  {
    name: 'new expense, the receipt is registered already',
    notifications: true,
    open: async (context) => {
      await openBlank(context)
      const known = (await readRows(context.page, 'expenses')).find(
        ({ receiptCode, status }) => String(receiptCode).startsWith('TEST00') && status !== 'canceled',
      )
      await enterCode(context, String(known?.['receiptCode']))
      await expect(
        context.page.getByRole('link', { name: context.translate('Open that expense') }),
      ).toBeVisible()
    },
  },
]

/** The expenses of a company, one of them, and writing one down. */
export const EXPENSE_SCENES: readonly Scene[] = [
  {
    name: 'new expense, several items and payments in dollars',
    open: async (context) => {
      await openBlank(context)
      const { page, translate: words } = context
      await page.getByRole('textbox', { name: words('Amount') }).fill('30')
      await page.getByRole('button', { name: words('Write several items') }).click()
      await page.getByRole('button', { name: words('Add an item') }).click()
      await page.getByText(words('Currency'), { exact: true }).first().click()
      await page.getByRole('combobox', { name: words('Currency') }).selectOption('USD')
      await page.getByRole('button', { name: words('Paid in several ways') }).click()
      await page.getByRole('button', { name: words('Save'), exact: true }).click()
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible()
    },
    after: async ({ page }) => {
      await page.goto('/expenses')
      await removeRow(page, 'meta', 'expense-draft')
    },
  },
  { name: 'expenses', open: openList },
  {
    name: 'the ways to a new expense',
    open: async (context) => {
      const { page, translate: words } = context
      await openList(context)
      await page.getByRole('button', { name: words('New expense') }).click()
      await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(4)
    },
  },
  {
    name: 'expenses, nothing found',
    open: async (context) => {
      await openList(context)
      await context.page.getByRole('searchbox').fill('hakunamtuhuyu')
      await expect(context.page.getByText(context.translate('No results'))).toBeVisible()
    },
  },
  {
    name: 'expense details, pending',
    open: async (context) => {
      const { page, translate: words } = context
      await openList(context)
      await page.locator('main button[data-status="pending"]').first().click()
      await expect(page.getByRole('button', { name: words('Mark as processed') })).toBeVisible()
    },
  },
  {
    name: 'canceling an expense',
    open: async (context) => {
      const { page, translate: words } = context
      await openList(context)
      await page.locator('main button[data-status="pending"]').first().click()
      await page.getByRole('button', { name: words('Cancel the expense') }).click()
      await expect(page.getByRole('dialog', { name: words('Cancel this expense?') })).toBeVisible()
    },
  },
  {
    name: 'expense details, processed',
    open: async (context) => {
      await openList(context)
      // Other tests on this server may have written many newer ones.
      const processed = context.page.locator('main button[data-status="processed"]').first()
      await expect(async () => {
        await context.page.locator('main button[data-status]').last().scrollIntoViewIfNeeded()
        await expect(processed).toBeAttached({ timeout: 1_000 })
      }).toPass()
      await processed.click()
      await expect(context.page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'new expense', open: openForm },
  {
    name: 'new expense with VAT',
    open: async (context) => {
      const { page, translate: words } = context
      await openForm(context)
      await page.getByRole('textbox', { name: words('Amount') }).fill('23600')
      await page.getByText(words("VAT and vendor's TIN")).click()
      await page.getByLabel(words('VAT'), { exact: true }).selectOption('INCLUSIVE')
      await expect(page.getByText(/3,600/)).toBeVisible()
    },
  },
  { name: 'new expense with files', notifications: true, open: attachFiles, after: takeFilesOff },
  { name: 'new expense, refused', notifications: true, open: saveHalf },
  {
    name: 'expense details, its photo shown and a file that waits',
    notifications: true,
    open: async (context) => {
      const { page, translate: words, phone } = context
      await waitForWifi(context)
      await readyOffline(page)
      await phone.context.setOffline(true)
      await spendWithFiles(context)
      await page
        .getByRole('button', { name: /Umeme wa Picha/ })
        .first()
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words('Show'), exact: true })
        .click()
      await expect(page.getByRole('dialog').getByRole('img', { name: /icon-192/ })).toBeVisible()
    },
  },
  {
    name: 'a file that waits for Wi-Fi',
    notifications: true,
    open: async ({ page, translate: words }) => {
      await page.goto('/sync')
      await expect(page.getByText(words('Waiting for Wi-Fi'))).toBeVisible()
      await page.getByRole('button', { name: words('Send anyway') }).scrollIntoViewIfNeeded()
    },
    after: async (context) => {
      await context.page.getByRole('button', { name: context.translate('Send anyway') }).click()
      await sendAll(context)
      await context.page.goto('/settings')
      const wifiOnly = context.page.getByRole('switch', {
        name: context.translate('Large files wait for Wi-Fi'),
      })
      await wifiOnly.click()
      await expect(wifiOnly).not.toBeChecked()
    },
  },
  ...RECEIPT_SCENES,
]
