import { expect, type Page } from '@playwright/test'
import { readyOffline } from '../steps/sign-in.ts'
import { sendAll } from './receipts.ts'
import type { Scene, Stage } from './stage.ts'

async function openForm({ page }: Stage): Promise<void> {
  await page.goto('/new-expense')
  await expect(page.locator('main form')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

async function openList({ page }: Stage): Promise<void> {
  await page.goto('/expenses')
  await expect(page.locator('main h2').first()).toBeVisible()
}

/** Writes the amount again and saves: a form with an amount alone lacks its category. */
async function saveHalf(stage: Stage): Promise<void> {
  const { page, words } = stage
  await openForm(stage)
  await page.getByRole('textbox', { name: words('Amount') }).fill('12500')
  await page.getByRole('textbox', { name: words('Receipt code') }).fill('AB')
  await page.getByRole('button', { name: words('Save'), exact: true }).click()
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(2)
}

const PICTURE = 'public/icons/icon-192.png'

function filesPart({ page, words }: Stage) {
  return page.getByRole('group', { name: words('Photo or PDF of the receipt') })
}

/** Attaches a picture and a PDF to a new expense. */
async function attachFiles(stage: Stage): Promise<void> {
  await openForm(stage)
  const part = filesPart(stage)
  const choose = part.locator('input[type="file"]').last()
  await choose.setInputFiles(PICTURE)
  await expect(part.getByRole('listitem')).toHaveCount(1)
  const name = 'risiti ya umeme wa duka la Kariakoo, Novemba 2026.pdf'
  await choose.setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 mfano') })
  await expect(part.getByRole('listitem')).toHaveCount(2)
  await part.scrollIntoViewIfNeeded()
}

/** What a phone says on mobile data; the browser of the tests says nothing. */
async function onMobileData(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { type: 'cellular' }, configurable: true })
  })
}

/** Writes an expense down with a picture and a PDF that is held until there is Wi-Fi. */
async function spendWithFiles(stage: Stage): Promise<void> {
  const { page, words } = stage
  await openForm(stage)
  const part = filesPart(stage)
  const choose = part.locator('input[type="file"]').last()
  await choose.setInputFiles(PICTURE)
  await expect(part.getByRole('listitem')).toHaveCount(1)
  const buffer = Buffer.alloc(400_000, `%PDF-1.7 ${stage.language}`)
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
async function takeFilesOff(stage: Stage): Promise<void> {
  const part = filesPart(stage)
  for (let left = 1; left >= 0; left -= 1) {
    await part.getByRole('listitem').first().getByRole('button').click()
    await expect(part.getByRole('listitem')).toHaveCount(left)
  }
}

/** The expenses of a company, one of them, and writing one down. */
export const EXPENSE_SCENES: readonly Scene[] = [
  { name: 'expenses', open: openList },
  {
    name: 'expenses, nothing found',
    open: async (stage) => {
      await openList(stage)
      await stage.page.getByRole('searchbox').fill('hakunamtuhuyu')
      await expect(stage.page.getByText(stage.words('No results'))).toBeVisible()
    },
  },
  {
    name: 'expense details, pending',
    open: async (stage) => {
      const { page, words } = stage
      await openList(stage)
      await page.locator('main button[data-status="pending"]').first().click()
      await expect(page.getByRole('button', { name: words('Mark as processed') })).toBeVisible()
    },
  },
  {
    name: 'canceling an expense',
    open: async (stage) => {
      const { page, words } = stage
      await openList(stage)
      await page.locator('main button[data-status="pending"]').first().click()
      await page.getByRole('button', { name: words('Cancel the expense') }).click()
      await expect(page.getByRole('dialog', { name: words('Cancel this expense?') })).toBeVisible()
    },
  },
  {
    name: 'expense details, processed',
    open: async (stage) => {
      await openList(stage)
      await stage.page.locator('main button[data-status="processed"]').first().click()
      await expect(stage.page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'new expense', open: openForm },
  {
    name: 'new expense with VAT',
    open: async (stage) => {
      const { page, words } = stage
      await openForm(stage)
      await page.getByRole('textbox', { name: words('Amount') }).fill('23600')
      await page.getByText(words("VAT and the vendor's tax number")).click()
      await page.getByLabel(words('VAT'), { exact: true }).selectOption('INCLUSIVE')
      await expect(page.getByText(/3,600/)).toBeVisible()
    },
  },
  { name: 'new expense with files', news: true, open: attachFiles, after: takeFilesOff },
  {
    name: 'new expense, a file of another kind',
    news: true,
    open: async (stage) => {
      await openForm(stage)
      const part = filesPart(stage)
      const file = { name: 'picha.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ') }
      await part.locator('input[type="file"]').last().setInputFiles(file)
      await expect(part.getByRole('alert')).toBeVisible()
      await part.scrollIntoViewIfNeeded()
    },
  },
  { name: 'new expense, refused', news: true, open: saveHalf },
  {
    name: 'settings, large files wait for Wi-Fi',
    open: async ({ page, words }) => {
      await onMobileData(page)
      await page.goto('/settings')
      const held = page.getByRole('switch', { name: words('Large files wait for Wi-Fi') })
      await held.click()
      await expect(held).toBeChecked()
      await held.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'expense details, its photo shown and a file that waits',
    news: true,
    open: async (stage) => {
      const { page, words, phone } = stage
      await readyOffline(page)
      await phone.context.setOffline(true)
      await spendWithFiles(stage)
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
    open: async ({ page, words }) => {
      await page.goto('/sync')
      await expect(page.getByText(words('Waits for Wi-Fi'))).toBeVisible()
      await expect(page.getByRole('button', { name: words('Send anyway') })).toBeVisible()
    },
    after: async (stage) => {
      await stage.page.getByRole('button', { name: stage.words('Send anyway') }).click()
      await sendAll(stage)
      await stage.page.goto('/settings')
      const held = stage.page.getByRole('switch', { name: stage.words('Large files wait for Wi-Fi') })
      await held.click()
      await expect(held).not.toBeChecked()
    },
  },
]
