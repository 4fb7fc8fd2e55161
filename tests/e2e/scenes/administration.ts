import { expect } from '@playwright/test'
import { page } from './page.ts'
import type { Scene } from './scene-context.ts'

/** Opens the first row of a list of the server: a row of a table at a desk, a card on a phone. */
function firstOf(name: string, path: string): Scene {
  return {
    name,
    open: async ({ page: shown }) => {
      await shown.goto(path)
      await shown.locator('main li button').first().click()
      await expect(shown.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(shown.locator('h1, h2').first()).toBeVisible()
    },
  }
}

/** What a user sees who looks after the companies of an organization. */
export const ORGANIZATION_SCENES: readonly Scene[] = [
  page('dashboard of an organization', '/dashboard'),
  page('organizations', '/organizations'),
  page('companies', '/companies'),
  firstOf('one company', '/companies'),
  page('users', '/users'),
  page('operators', '/operators'),
  firstOf('one operator', '/operators'),
  page('invoices report over companies', '/invoices-report'),
  page('receipt re-issuing', '/receipt-reissuing'),
  firstOf('one receipt to re-issue', '/receipt-reissuing'),
  page('tax tips to write', '/cms-tax-tips'),
  page('accounting services, not for administrators', '/apps-integration'),
  page('numbers for USSD, not for administrators', '/auth-ussd'),
]

/** What a platform admin sees: the own screens, and those of a shop without one. */
export const PLATFORM_SCENES: readonly Scene[] = [
  page('potential clients', '/potential-clients'),
  page('a new potential client', '/new-potential-client'),
  page('dashboard without a company', '/dashboard'),
  page('guided set-up', '/welcome'),
  page('invoices without a company', '/invoices'),
  page('editor without a company', '/new-invoice'),
  page('customers without a company', '/customers'),
  page('products without a company', '/products'),
  page('expenses without a company', '/expenses'),
  page('new expense without a company', '/new-expense'),
  page('vendors without a company', '/vendors'),
  page('expense categories without a company', '/expense-categories'),
]
