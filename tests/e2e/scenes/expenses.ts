import { expect } from '@playwright/test'
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
  { name: 'new expense, refused', news: true, open: saveHalf },
]
