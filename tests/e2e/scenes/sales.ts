import { expect } from '@playwright/test'
import { lastDays } from '../steps/last-days.ts'
import { page } from './page.ts'
import type { Scene } from './scene-context.ts'

/** What was sold in a period, with its files and the Z reports of the authority. */
export const SALES_SCENES: readonly Scene[] = [
  page('sales, this month', '/sales'),
  page('sales, this year', '/sales?period=this-year'),
  page('sales, a period without any', '/sales?from=2020-01-01&to=2020-01-05'),
  {
    name: 'sales, choosing days',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/sales')
      await shown.getByRole('button', { name: new RegExp(`^${words('This month')}`) }).click()
      await expect(shown.getByRole('dialog').getByText(words('Last week'))).toBeVisible()
    },
  },
  {
    name: 'sales, a Z report',
    notifications: true,
    open: async ({ page: shown, translate: words }) => {
      await shown.goto(`/sales?${lastDays()}`)
      const button = new RegExp(`^(${words('Show Z reports')}|${words('Refresh Z reports')})$`)
      await shown.getByRole('button', { name: button }).click()
      const part = shown.getByRole('region', { name: words('Z reports') })
      await part.locator('summary').first().click()
      await expect(part.getByText(words('Total since the first receipt'))).toBeVisible()
    },
  },
  {
    name: 'sales, invoices of a figure',
    keptWords: ['Sales excluding VAT'],
    open: async ({ page: shown }) => {
      await shown.goto(`/sales?${lastDays()}`)
      await shown.locator('main dl button').first().click()
      await expect(shown.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'sales, end of the day',
    open: async ({ page: shown, translate: words }) => {
      await shown.goto('/sales')
      await shown.getByRole('button', { name: words('Day end') }).click()
      await expect(shown.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
    },
  },
  page('sales, the light page', '/sales-old'),
]
