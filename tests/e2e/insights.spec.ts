import { expect, test } from './fixtures.ts'
import { navigate } from './steps/navigate.ts'
import { signIn } from './steps/sign-in.ts'

test('insights are computed offline, lead to their records, and stay away when they are put away (spec §1, §3)', async ({
  phone,
}) => {
  const { page, context } = phone
  await signIn(page)
  await context.setOffline(true)
  await navigate(page, '/dashboard')
  const section = page.getByRole('region', { name: 'What your figures say' })
  await expect(
    section.getByText('Computed on this phone from your own records. Nothing leaves it.'),
  ).toBeVisible()
  const cards = section.getByRole('listitem')
  await expect(cards.first()).toBeVisible()

  const first = cards.first()
  const rule = await first.getAttribute('data-rule')
  await first.getByText('The figures').click()
  await expect(first.getByRole('row').first()).toBeVisible()
  await expect(first.getByText(/Confidence: (high|medium|low)/)).toBeVisible()
  await expect(first.getByRole('link', { name: 'Show the records' })).toHaveAttribute(
    'href',
    /^\/(sales|expenses-report|products|customer)/,
  )
  await first.getByRole('button', { name: 'Not useful' }).click()
  await expect(
    section.locator(`[data-rule="${rule}"]`).getByRole('button', { name: 'Not useful' }),
  ).toHaveCount(0)
  await section.getByRole('button', { name: /^Show what you put away/ }).click()
  await section.getByRole('button', { name: 'Show again' }).first().click()
  await expect(
    section.locator(`[data-rule="${rule}"]`).getByRole('button', { name: 'Not useful' }),
  ).toBeVisible()
})
