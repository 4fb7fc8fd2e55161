import { expect, test } from './fixtures.ts'
import { addRows, readRows } from './steps/phone-store.ts'
import { signIn } from './steps/sign-in.ts'

test('the list, a search and a search under a filter say what all of their expenses come to, also those below (spec §4)', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  await page.goto('/expenses')
  await expect(page.locator('main button[data-status]').first()).toBeVisible()
  const isCounted = ({ status, items }: Record<string, unknown>) =>
    status !== 'canceled' && Array.isArray(items) && items.length > 0
  const known = (await readRows(page, 'expenses')).find(isCounted)
  const { categoryId: _, ...fields } = known ?? {}
  const copies = Array.from({ length: 120 }, (__, n) => {
    const id = `0${String(n).padStart(7, '0')}-0000-7000-8000-000000000000`
    return {
      store: 'expenses',
      row: {
        ...fields,
        id,
        day: '2020-01-05',
        orderKey: `2020-01-05 09:00 ${id}`,
        category: n % 6 === 0 ? 'RENT' : 'FUEL',
        vendor: { ...(typeof fields['vendor'] === 'object' ? fields['vendor'] : {}), name: 'Hesabu Kubwa' },
        totals: { total: 10_000, vat: 0, net: 10_000, balance: 0 },
        keys: ['hesabu kubwa', 'kubwa'],
      },
    }
  })
  await addRows(page, copies, [])
  await page.reload()
  const total = page.locator('main p[role="status"]')
  await expect(async () => {
    const count = (await readRows(page, 'expenses')).filter(isCounted).length
    expect(count).toBeGreaterThan(120)
    await expect(total).toContainText(`Expenses: ${count} ·`, { timeout: 2_000 })
  }).toPass()
  await page.getByRole('searchbox').fill('hesabu kubwa')
  await expect(total).toContainText('Tsh 12,000')
  await expect(total).toContainText('Expenses: 120 ·')
  // The ones of this category are the last that the search finds.
  await page.getByLabel('Category').selectOption('RENT')
  await expect(page.locator('main button[data-status]').first()).toContainText('Hesabu Kubwa')
  await expect(total).toContainText('Expenses: 20 ·')
})
