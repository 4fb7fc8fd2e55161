import type { Page } from '@playwright/test'
import { receiptPdf } from '../support/receipt-pdf.ts'
import { expect, test } from './fixtures.ts'
import { keepMessages } from './steps/keep-messages.ts'
import { inspectFile, makePhoto, PHOTO_LOCATION, photographCode } from './steps/make-photo.ts'
import { navigate } from './steps/navigate.ts'
import { newCategory, newVendor } from './steps/new-records.ts'
import { closeSending, expectAllSent, openSending } from './steps/outbox.ts'
import { countPersonTime } from './steps/person-time.ts'
import { readRows } from './steps/phone-store.ts'
import { signIn } from './steps/sign-in.ts'

/** Attaches a file to the expense that is being written. */
function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const input = filesOf(page).locator('input[accept*="pdf"]')
  return input.setInputFiles({ name, mimeType: 'image/jpeg', buffer })
}

function filesOf(page: Page) {
  return page.getByRole('group', { name: 'Photo or PDF of the receipt' })
}

/** A photo of the receipt, after two files that may not be kept (spec §9). Returns how many bytes the phone keeps of it. */
async function attachPhoto(page: Page): Promise<number> {
  const part = filesOf(page)
  await choose(page, 'picha.jpg', Buffer.from('MZ a program by its first bytes'))
  await expect(part.getByRole('alert')).toHaveText(
    'Wrong file type. Only PDF, PNG or JPG is allowed What does this mean?',
  )
  const large = Buffer.alloc(5 * 1024 * 1024 + 1)
  large.write('%PDF-1.7')
  await choose(page, 'kubwa.pdf', large)
  await expect(part.getByRole('alert')).toHaveText(
    'The file is too large. The limit is 5MB What does this mean?',
  )
  const photo = await makePhoto(page, 3000, 2000)
  await choose(page, 'risiti ya pango.jpg', photo)
  await expect(part.getByRole('listitem')).toContainText('risiti ya pango.jpg')
  await expect(part.getByRole('alert')).toHaveCount(0)
  const storedFile = await inspectFile(page, PHOTO_LOCATION)
  expect(storedFile).toMatchObject({ width: 1600, height: 1067, containsText: false })
  expect(storedFile.size).toBeLessThan(photo.length / 2)
  await keepMessages(page)
  await part.getByRole('button', { name: /^Remove the file/ }).click()
  await expect(part.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(part.getByRole('listitem')).toHaveCount(1)
  return storedFile.size
}

/** The photo of the expense whose details are open. */
async function expectPhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const shown = page.getByRole('img', { name: 'The receipt: risiti ya pango.jpg' })
  await expect(shown).toBeVisible({ timeout: 60_000 })
  await expect(shown).toHaveJSProperty('naturalWidth', 1600)
}

test('the plus button of the list leads to the four ways to an expense: camera, code, file or photo, and by hand (spec §1)', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  const begin = async (way: string) => {
    await page.goto('/expenses')
    await page.getByRole('button', { name: 'New expense' }).click()
    const ways = page.getByRole('dialog', { name: 'New expense' }).getByRole('link')
    await expect(ways).toHaveText(['Scan QR', 'Type the code', 'File or photo', 'By hand'])
    const link = ways.filter({ hasText: way })
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(48)
    await link.click()
    await expect(page).toHaveURL(/\/new-expense/)
    await expect(page.getByRole('textbox', { name: 'Amount' })).toBeVisible()
  }
  await begin('Scan QR')
  await expect(page.getByRole('dialog', { name: 'Scan QR' })).toBeVisible()
  await begin('Type the code')
  await expect(page.getByRole('dialog', { name: 'Enter receipt code' })).toBeVisible()
  await begin('By hand')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await begin('File or photo')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(filesOf(page).getByRole('button', { name: 'Choose a file' })).toBeFocused()
  const [files, amount] = await Promise.all(
    [filesOf(page), page.getByRole('textbox', { name: 'Amount' })].map((one) => one.boundingBox()),
  )
  expect(files?.y).toBeLessThan(amount?.y ?? 0)
  await choose(page, 'njia.jpg', await makePhoto(page, 80, 60))
  await expect(filesOf(page).getByRole('listitem')).toContainText('njia.jpg')
  await filesOf(page)
    .getByRole('button', { name: /^Remove the file/ })
    .click()
})

test('an expense is saved only when its photo is ready, never without it (spec §9)', async ({ phone }) => {
  const { page } = phone
  await signIn(page)
  await page.goto('/new-expense')
  await page.getByRole('textbox', { name: 'Amount' }).fill('4,500')
  await page.getByLabel('Category').selectOption('RENT')
  await page.getByLabel('Vendor', { exact: true }).fill('Picha Polepole')
  const photo = await makePhoto(page, 800, 600)
  const release = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const read = Blob.prototype.arrayBuffer
    Blob.prototype.arrayBuffer = async function (this: Blob) {
      await promise
      return await read.call(this)
    }
    return resolve
  })
  await choose(page, 'polepole.jpg', photo)
  const save = page.locator('main form button[type="submit"]')
  await expect(save).toBeDisabled()
  await page.getByLabel('Vendor', { exact: true }).press('Enter')
  await release.evaluate((resolve) => resolve())
  await expect(filesOf(page).getByRole('listitem')).toContainText('polepole.jpg')
  await expect(page).toHaveURL(/\/new-expense/)
  await save.click()
  await page.getByRole('button', { name: /Picha Polepole/ }).click()
  await expect(page.getByRole('dialog', { name: 'Expense details' })).toContainText('polepole.jpg')
})

test('an expense typed offline, with a photo, survives a reload, is sent once and is on a second phone (spec §1, §4, §9)', async ({
  phone,
  newPhone,
  faultProxy: line,
}) => {
  // Two phones and the whole life of expenses.
  test.setTimeout(900_000)
  const { page, context } = phone
  await signIn(page)
  await page.goto('/new-expense')
  await expect(page.getByLabel('Category')).toBeVisible()
  await context.setOffline(true)
  const code = `KODI-${Date.now()}`
  const photoSize = await attachPhoto(page)
  const spent = await countPersonTime(page)
  await page.getByRole('textbox', { name: 'Amount' }).fill('23,600')
  await page.getByRole('textbox', { name: 'Receipt code' }).fill(code)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Choose a category', { exact: true }).last()).toBeVisible()
  await expect(page.getByLabel('Category')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Category').selectOption('RENT')
  await page.getByLabel('Vendor', { exact: true }).fill('Nyumba ya Jaribio')
  // Written by hand, with one failed attempt to save; the save that follows is one tap more.
  const { characters, seconds } = await spent()
  expect(characters).toBeGreaterThan(20)
  expect(seconds).toBeLessThan(60)
  await expect(page.getByLabel('Category')).not.toHaveAttribute('aria-invalid', 'true')
  // What was typed is stored a moment later, even if the page dies.
  const draft = async () => (await readRows(page, 'meta')).find(({ key }) => key === 'expense-draft')
  await expect.poll(draft).toMatchObject({
    value: { vendorName: 'Nyumba ya Jaribio', files: [{ type: 'image/jpeg', size: photoSize }] },
  })
  await page.reload()
  await expect(page.getByLabel('Vendor', { exact: true })).toHaveValue('Nyumba ya Jaribio')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('23,600')
  await expect(filesOf(page).getByRole('presentation')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const row = page.getByRole('button', { name: /Nyumba ya Jaribio/ })
  await expect(row).toContainText('Waiting to send')
  await page.goto('/new-expense')
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('')

  // The connection breaks once on the way: what has arrived is not sent again.
  const lost = line.inject(/\/files\/pieces$/, { kind: 'lose-answer' })
  await context.setOffline(false)
  await page.goto('/expenses')
  await expectAllSent(page)
  await expect(row).toContainText('Pending', { timeout: 60_000 })
  expect(lost.hits()).toBe(1)
  const sentToday = async () => {
    const traffic = (await readRows(page, 'meta')).find(({ key }) => key === 'traffic')
    return Object.values((traffic?.['value'] ?? {}) as Record<string, { up: number }>)[0]?.up ?? 0
  }
  await expect.poll(sentToday, { timeout: 60_000 }).toBeGreaterThan(photoSize * 0.9)

  const other = await newPhone()
  await signIn(other.page)
  await other.page.goto('/expenses')
  const found = other.page.getByRole('button', { name: /Nyumba ya Jaribio/ })
  await expect(found).toHaveCount(1, { timeout: 60_000 })
  await expect(found).toContainText('Tsh 23,600')
  await found.click()
  await expectPhoto(other.page)
  await other.page.getByRole('button', { name: 'Mark as processed' }).click()
  await expect(found).toContainText('Processed', { timeout: 60_000 })
  await expectAllSent(other.page)
  await expect(async () => {
    await openSending(page)
    await page.getByRole('button', { name: 'Send now' }).click()
    await closeSending(page)
    await expect(row).toContainText('Processed', { timeout: 5_000 })
  }).toPass({ timeout: 60_000 })

  // The receipt is registered: the same code again is refused at its field, on this phone at once.
  await page.goto('/new-expense')
  await page.getByRole('textbox', { name: 'Amount' }).fill('1')
  await page.getByLabel('Category').selectOption('RENT')
  await page.getByRole('textbox', { name: 'Receipt code' }).fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Conflict. Code already registered.')).toBeVisible()

  // Vendors and own categories, on a phone without a line: taken by the next expense, refused where they are there already.
  const number = String(Date.now()).slice(-8)
  await other.context.setOffline(true)
  await newVendor(other.page, `Duka ${number}`, `6${number}`)
  // A second record of the same vendor is merged with the first (tax numbers of both stay findable).
  await newVendor(other.page, `Dukani ${number}`, `7${number}`)
  await other.page.getByRole('button', { name: new RegExp(`^Dukani ${number}`) }).click()
  await other.page.getByRole('button', { name: 'Merge with another vendor' }).click()
  await other.page.getByLabel(`Which vendor is the same as Dukani ${number}?`).fill(`Duka ${number}`)
  await other.page.getByRole('button', { name: new RegExp(`^Duka ${number} · 6${number}$`) }).click()
  await other.page.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(other.page.getByText('Vendors merged')).toBeVisible()
  await newCategory(other.page, `Ulinzi ${number}`, `U${number}`)
  await navigate(other.page, '/vendors')
  await other.page.getByRole('button', { name: 'New vendor' }).click()
  const form = other.page.getByRole('dialog', { name: 'New vendor' })
  await form.getByLabel('Vendor name').fill('Mwingine')
  await form.getByLabel('TIN', { exact: true }).fill(`6${number}`)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('Conflict. Tax Number or Serial already registered.')).toBeVisible()
  await navigate(other.page, '/new-expense')
  await other.page.getByRole('textbox', { name: 'Amount' }).fill('700')
  await other.page.getByLabel('Category').selectOption({ label: `Ulinzi ${number}` })
  const vendor = other.page.getByLabel('Vendor', { exact: true })
  const vendorNumber = other.page.getByLabel("Vendor's TIN")
  await vendor.fill(`Duka ${number}`)
  await expect(vendorNumber).toHaveValue(`6${number}`)
  // The name of another vendor may only begin like this one.
  await vendor.press('End')
  await vendor.pressSequentially('B')
  await expect(vendorNumber).toHaveValue('')
  await vendor.press('Backspace')
  await expect(vendorNumber).toHaveValue(`6${number}`)
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.page.getByRole('button', { name: new RegExp(`Duka ${number}`) })).toContainText(
    `Ulinzi ${number}`,
  )
  // A new vendor abroad: its number is refused until it is said to be foreign, and kept with it (spec §3).
  await navigate(other.page, '/new-expense')
  await other.page.getByRole('textbox', { name: 'Amount' }).fill('800')
  await other.page.getByLabel('Category').selectOption('OTHER')
  await other.page.getByLabel('Vendor', { exact: true }).fill(`Nairobi ${number}`)
  await other.page.getByRole('switch', { name: 'Save as a vendor for next time' }).check()
  await other.page.getByText("VAT and vendor's TIN", { exact: true }).click()
  const foreignNumber = other.page.getByLabel("Vendor's TIN")
  await foreignNumber.fill(`P05${number}K`)
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(foreignNumber).toHaveAttribute('aria-invalid', 'true')
  await other.page.getByRole('switch', { name: 'Foreign vendor: the TIN is not from Tanzania' }).check()
  await expect(foreignNumber).not.toHaveAttribute('aria-invalid', 'true')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.page.getByRole('button', { name: new RegExp(`Nairobi ${number}`) })).toBeVisible()
  await expect
    .poll(() => readRows(other.page, 'vendors'))
    .toContainEqual(expect.objectContaining({ name: `Nairobi ${number}`, foreign: true }))
  // Several items, paid in two ways, in dollars: typed in dollars, kept and reported in shillings (spec §3).
  await navigate(other.page, '/new-expense')
  await other.page.getByRole('textbox', { name: 'Amount' }).fill('30')
  // The category is suggested from what was bought, on the phone alone; a person confirms it (spec §1, §5).
  await other.page.getByRole('button', { name: 'Suggest a category' }).click()
  await expect(other.page.getByText('Write first what was bought, for at least one item')).toBeVisible()
  await other.page.getByRole('button', { name: 'Write several items' }).click()
  await other.page.getByLabel('Item 1', { exact: true }).fill('Karatasi')
  await other.page.getByRole('button', { name: 'Add an item' }).click()
  await other.page.getByLabel('Item 2', { exact: true }).fill('Wino')
  await other.page.getByRole('button', { name: 'Suggest a category' }).click()
  await expect(other.page.getByLabel('Category')).toHaveValue('')
  await other.page.getByRole('button', { name: /^Office supplies, \d+ % likely$/ }).click()
  await expect(other.page.getByLabel('Category')).toHaveValue('OFFICE')
  await other.page.getByLabel('Vendor', { exact: true }).fill(`Duka ${number}`)
  await other.page.getByLabel('Price of one').nth(1).fill('10')
  await other.page.getByRole('button', { name: 'One more: Quantity of item 2' }).click()
  await other.page.getByText('Currency', { exact: true }).first().click()
  await other.page.getByRole('combobox', { name: 'Currency' }).selectOption('USD')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    other.page.getByText('Enter how many shillings one unit of this currency cost').last(),
  ).toBeVisible()
  await other.page.getByText('More about the vendor', { exact: true }).click()
  await other.page.getByLabel("Vendor's phone number").fill('0700000101')
  await other.page.getByLabel('Serial number').fill('10TZ100200')
  await other.page.getByLabel('Shillings for 1 USD').fill('2,650.5')
  await expect(other.page.getByText('In shillings: Tsh 132,525')).toBeVisible()
  await other.page.getByRole('button', { name: 'Paid in several ways' }).click()
  await other.page.getByLabel('Paid 1', { exact: true }).fill('20')
  await other.page.getByLabel('Paid 2', { exact: true }).fill('29')
  await expect(other.page.getByText('Still to pay: 1')).toBeVisible()
  await other.page.getByLabel('Paid 2', { exact: true }).fill('30')
  await expect(other.page.getByText('Everything is paid.')).toBeVisible()
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  const dollars = other.page.getByRole('button', { name: /Tsh 132,525/ })
  await dollars.click()
  await expect(other.page.getByText('USD 50 at 2650.5')).toBeVisible()
  const details = other.page.getByRole('dialog', { name: 'Expense details' })
  await expect(details.getByRole('region', { name: 'Items' })).toContainText(
    'Karatasi1 × 79,515Wino2 × 26,505',
  )
  for (const number of ['+255700000101', '10TZ100200']) await expect(details).toContainText(number)
  await expect(details.getByRole('region', { name: 'Payments' })).toContainText('CashTsh 53,010')
  await other.page.getByRole('link', { name: 'Edit' }).click()
  await expect(other.page.getByLabel('Item 2', { exact: true })).toHaveValue('Wino')
  await expect(other.page.getByLabel('Paid 2', { exact: true })).toHaveValue('30')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dollars).toBeVisible()

  // With nothing but a photo it is saved at once: its code is read here, the rest is completed later; it counts 0.
  await navigate(other.page, '/new-expense')
  const link = `https://verify.tra.go.tz/JARIBU${number}_093108`
  await choose(other.page, 'risiti.jpg', await photographCode(other.page, link))
  await expect(other.page.getByRole('textbox', { name: 'Receipt code' })).toHaveValue(`JARIBU${number}`)
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  const incomplete = other.page.getByRole('button', { name: /Incomplete/ })
  await incomplete.click()
  await expect(other.page.getByText('There is no amount yet', { exact: false })).toBeVisible()
  await expect(other.page.getByRole('button', { name: 'Mark as processed' })).toHaveCount(0)
  await other.page.getByRole('link', { name: 'Edit' }).click()
  await other.page.getByRole('textbox', { name: 'Amount' }).fill('450')
  await other.page.getByLabel('Category').selectOption('MEALS')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.page.getByRole('button', { name: /Tsh 450/ })).toBeVisible()
  await expect(incomplete).toHaveCount(0)

  // A receipt as a PDF: the server reads it once it arrives, and what it fills in says so (spec §1).
  await navigate(other.page, '/new-expense')
  await choose(other.page, 'risiti.pdf', receiptPdf(10))
  await expect(filesOf(other.page).getByText('risiti.pdf')).toBeVisible()
  // What is typed as an amount and is none is not left to the receipt.
  const amount = other.page.getByRole('textbox', { name: 'Amount' })
  await amount.fill('elfu tano')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(amount).toBeFocused()
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await amount.fill('')
  await other.page.getByRole('textbox', { name: 'Note' }).fill('Chai ya wageni')
  await other.page.getByLabel('Payment method').selectOption('EMONEY')
  await other.page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(incomplete).toBeVisible()

  await other.context.setOffline(false)
  await expectAllSent(other.page)
  // Its date is the receipt's, further down the list.
  const search = other.page.getByPlaceholder('Search by vendor, code or amount')
  await search.fill('mama asha')
  const filledIn = other.page.getByRole('button', { name: /MAMA ASHA SUPPLIES.*Tsh 73,900/s })
  // The server reads one receipt at a time, beside everything else that a busy machine does.
  await expect(filledIn).toBeVisible({ timeout: 150_000 })
  await filledIn.click()
  await expect(other.page.getByText('MAMA ASHA SUPPLIES (automatic)')).toBeVisible()
  // What a person typed stays, and is not said to be automatic.
  await expect(other.page.getByText('Chai ya wageni', { exact: true })).toBeVisible()
  await other.page.keyboard.press('Escape')
  await search.fill('')

  // The report sums it, and is a file of both kinds (spec §9).
  await navigate(other.page, '/expenses-report')
  await expect(other.page.getByRole('table', { name: 'Expenses by category' })).toContainText(
    `Ulinzi ${number}`,
  )
  await expect(other.page.getByRole('table', { name: 'Expenses by vendor' })).toContainText(`Duka ${number}`)
  for (const [button, file] of [
    ['Download Excel', /^expenses-.*\.xlsx$/],
    ['Download PDF', /^expenses-.*\.pdf$/],
  ] as const) {
    const download = other.page.waitForEvent('download')
    await other.page.getByRole('button', { name: button }).click()
    expect((await download).suggestedFilename()).toMatch(file)
  }

  // The list shows a category alone with its total; several are marked at once (spec §4).
  await navigate(other.page, '/expenses')
  await other.page.getByLabel('Category').selectOption({ label: `Ulinzi ${number}` })
  await expect(other.page.getByRole('status').filter({ hasText: 'Tsh 700' })).toBeVisible()
  await other.page.getByRole('button', { name: 'Select', exact: true }).click()
  await other.page.getByRole('checkbox', { name: new RegExp(`Duka ${number}`) }).click()
  await other.page.getByRole('button', { name: 'Mark as processed' }).click()
  await expect(other.page.getByRole('button', { name: new RegExp(`Duka ${number}`) })).toContainText(
    'Processed',
    { timeout: 30_000 },
  )

  // Switched off with a confirmation (spec §4), it is offered no more.
  await navigate(other.page, '/vendors')
  await other.page.getByRole('button', { name: new RegExp(`Duka ${number}`) }).click()
  await other.page.getByRole('button', { name: 'Inactivate' }).click()
  const asked = other.page.getByRole('dialog', { name: 'Inactivate this record?' })
  await asked.getByRole('button', { name: 'Inactivate' }).click()
  await expect(other.page.getByRole('button', { name: new RegExp(`Duka ${number}`) })).toContainText(
    'Inactive',
  )
})
