import { expect, type Locator } from '@playwright/test'
import { fillLogin } from '../steps/enter.ts'
import { submitOffline } from './receipts.ts'
import type { Scene, Stage } from './stage.ts'

/** Opens the list of those who use this phone, over the price list, where nothing moves by itself. */
export async function openPeople({ page, words }: Stage): Promise<Locator> {
  await page.goto('/products')
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.getByRole('button', { name: words('More'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: words('People on this phone') })
    .click()
  const people = page.getByRole('dialog', { name: words('People on this phone') })
  await expect(people.getByText(words('Working here now'))).toBeVisible()
  return people
}

/** One phone of several people: who they are, and how one makes room for another. */
export const SHARING_SCENES: readonly Scene[] = [
  {
    name: 'people on this phone, alone',
    open: async (stage) => {
      await openPeople(stage)
    },
  },
  {
    name: 'people on this phone, one with work waiting',
    news: true,
    open: async (stage) => {
      const { phone, page, words, language } = stage
      await submitOffline(stage)
      await (await openPeople(stage)).getByRole('button', { name: words('Somebody else') }).click()
      await expect(page).toHaveURL(/\/login/)
      // What waits may not go out under the grant of the one who left, or there is nothing to look at.
      stage.line.meet(/\/sync\/push/, { kind: 'refuse' }, Number.POSITIVE_INFINITY)
      await phone.context.setOffline(false)
      await fillLogin(page, language, { username: 'owner' })
      await expect(page).toHaveURL(/\/dashboard$/, { timeout: 30_000 })
      const people = await openPeople(stage)
      await expect(people.getByRole('listitem')).toContainText('1')
    },
  },
]
