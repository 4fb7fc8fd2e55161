import { aPhoto, lookAtFile, NOTED_PLACE } from './steps/a-photo.ts'
import { expectAllSent } from './steps/outbox.ts'
import { readRows } from './steps/phone-store.ts'
import { signIn } from './steps/sign-in.ts'
import { expect, test } from './world.ts'

test('a photo of a receipt is squeezed, survives a reload without a line, goes out in pieces and is on a second phone when asked for (spec §9, offline-design 3.9)', async ({
  phone,
  newPhone,
  line,
}) => {
  const { page, context } = phone
  await signIn(page)
  await page.goto('/new-expense')
  const part = page.getByRole('group', { name: 'Photo or PDF of the receipt' })
  const files = part.getByRole('listitem')
  await expect(part.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  const photo = await aPhoto(page, 3000, 2000)
  await context.setOffline(true)
  const choose = (name: string, buffer: Buffer) =>
    part.locator('input[type="file"]').last().setInputFiles({ name, mimeType: 'image/jpeg', buffer })

  await choose('picha.jpg', Buffer.from('MZ a program by its first bytes'))
  await expect(part.getByRole('alert')).toHaveText('Wrong file type. Only PDF, PNG or JPG is allowed')
  const large = Buffer.alloc(5 * 1024 * 1024 + 1)
  large.write('%PDF-1.7')
  await choose('kubwa.pdf', large)
  await expect(part.getByRole('alert')).toHaveText('The file is too large. The limit is 5MB')

  await choose('risiti ya umeme.jpg', photo)
  await expect(files).toContainText('risiti ya umeme.jpg')
  await expect(part.getByRole('alert')).toHaveCount(0)
  const kept = await lookAtFile(page, NOTED_PLACE)
  expect(kept).toMatchObject({ width: 1600, height: 1067, tells: false })
  expect(kept.size).toBeLessThan(photo.length / 2)
  await part.getByRole('button', { name: /^Remove the file/ }).click()
  await expect(files).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(files).toHaveCount(1)
  await page.getByRole('textbox', { name: 'Amount' }).fill('18,500')
  await page.getByLabel('Category').selectOption('ELECTRICITY')
  await page.getByLabel('Vendor', { exact: true }).fill('Umeme na Picha')
  await expect
    .poll(async () => (await readRows(page, 'meta')).find(({ key }) => key === 'expense-draft'))
    .toMatchObject({ value: { vendorName: 'Umeme na Picha', files: [{ type: 'image/jpeg' }] } })
  await page.reload()
  await expect(files.getByRole('presentation')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const row = page.getByRole('button', { name: /Umeme na Picha/ })
  await row.click()
  await expect(page.getByRole('dialog')).toContainText('Waiting to send')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('img', { name: /^The receipt/ })).toBeVisible()
  await page.keyboard.press('Escape')

  // The line breaks once on the way: what has arrived is not sent again.
  const lost = line.meet(/\/files\/pieces$/, { kind: 'lose-answer' })
  await context.setOffline(false)
  await expectAllSent(page)
  expect(lost.hits()).toBe(1)
  const sentToday = async () => {
    const traffic = (await readRows(page, 'meta')).find(({ key }) => key === 'traffic')
    return Object.values((traffic?.['value'] ?? {}) as Record<string, { up: number }>)[0]?.up ?? 0
  }
  await expect.poll(sentToday, { timeout: 30_000 }).toBeGreaterThan(kept.size * 0.9)

  const other = await newPhone()
  await signIn(other.page)
  await other.page.goto('/expenses')
  await other.page.getByRole('button', { name: /Umeme na Picha/ }).click()
  await other.page.getByRole('button', { name: 'Show', exact: true }).click()
  const shown = other.page.getByRole('img', { name: /^The receipt/ })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))).toBe(
    1600,
  )
})
