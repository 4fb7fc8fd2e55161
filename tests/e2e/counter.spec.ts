import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { keepMessages } from './steps/keep-messages.ts'
import { readMetaValue, readRows } from './steps/phone-store.ts'
import { openPayment, showTab, writeInvoice } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

test('a sale of two items to a walk-in, paid with more than it costs, takes at most eight taps and shows the change', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  await page.goto('/new-invoice')
  const priceList = page.getByRole('list', { name: 'Price list' })
  const tiles = priceList.getByRole('button', { name: /Tsh/ })
  await expect(tiles.nth(1)).toBeVisible()
  await page.evaluate(() => {
    const counted = window as { taps?: number }
    counted.taps = 0
    addEventListener('pointerdown', () => (counted.taps = (counted.taps ?? 0) + 1), { capture: true })
  })
  await tiles.nth(0).tap()
  await tiles.nth(1).tap()
  await page.getByRole('button', { name: /^Charge/ }).tap()
  const sheet = page.getByRole('dialog', { name: 'Payment' })
  const sum = (translate: string | null) => Number(/\d[\d,]+/.exec(translate ?? '')?.[0].replaceAll(',', ''))
  const total = sum(await sheet.getByRole('button', { name: /^Submit/ }).textContent())
  await sheet.getByRole('button', { name: 'Cash', exact: true }).tap()
  const banknote = sheet.getByRole('group', { name: 'Cash received' }).getByRole('button').last()
  const tendered = sum(await banknote.textContent())
  await banknote.tap()
  const change = `Tsh\u00a0${(tendered - total).toLocaleString('en')}`
  await expect(sheet.getByText(change, { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: /^Submit to TRA/ }).tap()
  await expect(page.getByText(/^Saved on this/)).toBeVisible()
  await expect(page.getByText(change, { exact: true })).toBeVisible()
  expect(await page.evaluate(() => (window as { taps?: number }).taps)).toBeLessThanOrEqual(8)

  // The change due is still shown after a reload.
  await page.reload()
  await expect(page.getByText(change, { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'New sale' }).tap()
  await expect(page.getByRole('button', { name: 'Charge Tsh 0' })).toBeVisible()

  // A long press puts it into the cart with open what a tap does not ask for.
  await tiles.nth(0).hover()
  await page.mouse.down()
  const line = page.getByRole('article')
  for (const name of ['Unit price', 'Discount', 'Tax type', 'Note']) {
    await expect(line.getByLabel(name, { exact: true })).toBeVisible()
  }
  await page.mouse.up()
  await expect(line).toHaveCount(1)
})

test('sales are held and taken up again, removals are undone, and a reload gives everything back (spec §4)', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  const first = await writeInvoice(page, { items: [{ name: 'Sukari', quantity: '3' }, { name: 'Chumvi' }] })
  await page.getByRole('button', { name: 'Held sales and more' }).click()
  await page.getByRole('button', { name: 'Hold this sale and start another' }).click()
  await expect(page.getByText('Sale put on hold')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Charge Tsh 0' })).toBeVisible()
  await showTab(page, 'Cart')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('There is nothing to save yet')).toBeVisible()

  await page.goto('/invoices')
  await writeInvoice(page, { items: [{ name: 'Soda', quantity: '2' }] })
  const sheet = await openPayment(page)
  const balance = sheet.locator('[data-state]').filter({ hasText: /Remaining|Paid in full|Change/ })
  await expect(balance).toHaveAttribute('data-state', 'left')
  await sheet.getByRole('button', { name: 'Cash', exact: true }).click()
  await expect(balance).toHaveAttribute('data-state', 'done')
  for (const key of ['2', '0', '000']) await sheet.getByRole('button', { name: key, exact: true }).click()
  await expect(sheet.getByRole('textbox', { name: 'Cash' })).toHaveValue('20000')
  await expect(balance).toHaveAttribute('data-state', 'change')
  const lastTender = async () => (await readRows(page, 'meta')).find(({ key }) => key === 'till')?.['value']
  await expect.poll(lastTender).toMatchObject({ handed: [{ amount: 2_000_000 }] })
  await page.reload()
  await openPayment(page)
  const cash = sheet.getByRole('textbox', { name: 'Cash' })
  const eMoney = sheet.getByRole('textbox', { name: 'Mobile money' })
  await expect(cash).toHaveValue('20,000')
  const pressKeys = async (...keys: string[]) => {
    for (const key of keys) await sheet.getByRole('button', { name: key, exact: true }).click()
  }
  await test.step('the wrong payment type: the right one takes over the amount due, and the keys type there', async () => {
    await pressKeys('Mobile money')
    await expect(cash).toHaveCount(0)
    await expect(balance).toHaveAttribute('data-state', 'done')
    await pressKeys('1', '0', '00')
    await expect(eMoney).toHaveValue('1000')
    await pressKeys('Cash')
    await expect(balance).toHaveAttribute('data-state', 'done')
    await eMoney.click()
    await pressKeys('Cash', '5', '00')
    await expect(cash).toHaveValue('500')
    await expect(eMoney).toHaveValue('1,000')
  })
  await test.step('a removal is undone beside what was written since; with one way alone the keys correct it', async () => {
    await pressKeys('Remove the payment: Mobile money')
    await cash.click()
    await pressKeys('7', '00', 'Undo')
    await expect(cash).toHaveValue('700')
    await expect(eMoney).toHaveValue('1,000')
    await pressKeys('Remove the payment: Cash', 'Close')
    await openPayment(page)
    await pressKeys('9', '00')
    await expect(eMoney).toHaveValue('900')
    await expect(cash).toHaveCount(0)
    await pressKeys('Close')
  })

  await page.getByRole('button', { name: 'Held sales and more' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /Sukari, Chumvi/ })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/edit-invoice/${first}$`))
  await expect(page.getByRole('textbox', { name: 'Quantity of Sukari' })).toHaveValue('3')
  await keepMessages(page)
  await page.getByRole('button', { name: /^One less: Quantity of Chumvi/ }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  // The undo button stays above a dialog that was opened meanwhile.
  await openPayment(page)
  await sheet.getByRole('button', { name: 'Undo' }).click()
  await expect(sheet.getByText('Undo')).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)

  await test.step('a price that was missing is typed key by key', async () => {
    const priceOf = (name: string) =>
      page.getByRole('article', { name, exact: true }).getByLabel('Unit price')
    for (const name of ['Sukari', 'Chumvi']) {
      const line = page.getByRole('article', { name, exact: true })
      await line.getByRole('button', { expanded: false }).click()
      await priceOf(name).fill('')
    }
    await page.getByRole('button', { name: /^Charge/ }).click()
    for (const [name, price] of [
      ['Sukari', '5000'],
      ['Chumvi', '450'],
    ] as const) {
      await priceOf(name).focus()
      await page.keyboard.type(price)
      await expect(priceOf(name)).toHaveValue(price)
    }
  })

  await page.getByRole('button', { name: 'Held sales and more' }).click()
  await page.getByRole('button', { name: 'Repeat this sale' }).click()
  await expect(page).toHaveURL(new RegExp(`from=${first}`))
  await showTab(page, 'Cart')
  await expect(page.getByRole('textbox', { name: 'Quantity of Sukari' })).toHaveValue('3')
  // What was typed the moment before is copied too.
  await expect(page.getByRole('article', { name: 'Sukari', exact: true })).toContainText('Tsh 5,000 each')
  await expect(page.getByRole('article', { name: 'Chumvi', exact: true })).toContainText('Tsh 450 each')

  await test.step('a copy is held untouched, and what can not be undone any more is not offered', async () => {
    await page.getByRole('button', { name: 'Held sales and more' }).click()
    await page.getByRole('button', { name: 'Hold this sale and start another' }).click()
    await page.getByRole('button', { name: 'Go back to it' }).click()
    await page.getByRole('button', { name: /^One less: Quantity of Chumvi/ }).click()
    await expect(page.getByText('Item removed')).toBeVisible()
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/\/invoices$/)
    await expect(page.getByText('Item removed')).toHaveCount(0)
    await page.goBack()
    await expect(page.getByRole('textbox', { name: 'Quantity of Sukari' })).toHaveValue('3')
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  await test.step('a submission that fails is reported, and succeeds when tried again', async () => {
    // Without a line nothing is sent meanwhile, which needs random values too.
    await phone.context.setOffline(true)
    await page.evaluate(() => {
      const { getRandomValues } = Crypto.prototype
      Crypto.prototype.getRandomValues = () => {
        throw new Error('no random values')
      }
      Object.assign(window, { restoreRandom: () => (Crypto.prototype.getRandomValues = getRandomValues) })
    })
    await openPayment(page)
    await sheet.getByRole('button', { name: /^Submit/ }).click()
    await expect(page.getByRole('alert')).toContainText('An unexpected error occurred')
    expect(phone.pageErrors.splice(0)).toEqual([expect.stringContaining('no random values')])
    await page.evaluate('restoreRandom()')
    await openPayment(page)
    await sheet.getByRole('button', { name: 'Mobile money', exact: true }).click()
    await sheet.getByRole('textbox', { name: 'Payment reference' }).fill('qft12 zx9')
    await sheet.getByRole('button', { name: /^Submit/ }).click()
    await expect(page.getByText(/^Saved on this/)).toBeVisible()
    await phone.context.setOffline(false)
  })

  await test.step('the sale is found by the reference of its payment, and shows it', async () => {
    await page.goto('/invoices')
    await page.getByRole('searchbox').fill('QFT12')
    const found = page.locator('a[href^="/invoice/"]')
    await expect(found).toHaveCount(1)
    await found.click()
    await expect(page.getByRole('region', { name: 'Payment references' })).toContainText('qft12 zx9')
  })
})

test('a half-filled form for a new customer or product survives a reload, until it is saved or reset', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  const id = await writeInvoice(page)
  await showTab(page, 'Cart')
  await page.getByRole('button', { name: /Walk-in customer/ }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('Mama Rehema')
  await page.getByRole('button', { name: 'Add “Mama Rehema”' }).click()
  const customer = page.getByRole('dialog', { name: 'New customer' })
  await customer.getByLabel('Phone number').fill('0700 000 55')
  // Each letter is kept at once, which takes the disk a moment.
  const halfFilled = (key: string) => readMetaValue(page, key)
  await expect.poll(() => halfFilled('new-customer')).toMatchObject({ phone: '0700 000 55' })
  await page.reload()
  await expect(page).toHaveURL(new RegExp(id))
  await showTab(page, 'Cart')
  await page.getByRole('button', { name: /Walk-in customer/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New customer' }).click()
  await expect(customer).toContainText('You have an unsaved entry.')
  await expect(customer.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Mama Rehema')
  const number = customer.getByLabel('Phone number')
  await expect(number).toHaveValue('0700 000 55')
  await number.fill('0700 000 551')
  await customer.getByLabel('Identification type').selectOption('NO_IDENTIFICATION')
  await customer.getByRole('button', { name: 'Save', exact: true }).click()
  // The list that is about to close may have the new customer too.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Mama Rehema/ })).toBeVisible()

  await page.goto('/customers')
  await page.getByRole('button', { name: 'New customer' }).click()
  await expect(customer.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('')
  await page.goto('/products')
  await page.getByRole('button', { name: 'New product' }).click()
  const product = page.getByRole('dialog', { name: 'New product' })
  await product.getByLabel('Product or service name').fill('Kuku wa kienyeji')
  await product.getByLabel(/^Price/).fill('15000')
  await expect.poll(() => halfFilled('new-product')).toMatchObject({ unitPrice: 1_500_000 })
  await page.reload()
  await page.getByRole('button', { name: 'New product' }).click()
  await expect(product.getByLabel(/^Price/)).toHaveValue('15,000')
  await product.getByRole('button', { name: 'Start over' }).click()
  await expect(product.getByLabel('Product or service name')).toHaveValue('')
  await page.keyboard.press('Escape')

  await test.step('a price list is imported, found inside a word, and exported with the new columns', async () => {
    const codes =
      'name;unitPrice;barcode;category;shelf\r\nMchele wa Kyela;4500;6001240100707;Nafaka;B2\r\n;1;;;\r\n'
    const file = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(codes) }
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const sheet = page.getByRole('dialog', { name: 'Import CSV' })
    await sheet.locator('input[type=file]').setInputFiles(file)
    await expect(sheet).toContainText('New products: 1')
    await expect(sheet).toContainText('Columns that are not read: shelf')
    await expect(sheet).toContainText('Row 3:')
    await sheet.getByRole('button', { name: 'Save the products: 1' }).click()
    await expect(sheet).toContainText('Products saved on this phone: 1')
    await sheet.locator('button', { hasText: 'Close' }).click()
    await page.getByRole('searchbox').fill('yela')
    const rice = page.getByRole('button', { name: /Mchele wa Kyela.*Nafaka/ })
    await rice.click()
    const details = page.getByRole('dialog', { name: 'Product details' })
    await details.getByText('Stock: not counted').click()
    await details.getByRole('button', { name: 'Save the stock' }).click()
    await expect(details.getByText('Enter a quantity, for example 12 or 2.5')).toBeVisible()
    await details.getByLabel('What happened').selectOption('Counted on the shelf')
    await details.getByLabel('Quantity').fill('4')
    await details.getByRole('button', { name: 'Save the stock' }).click()
    await expect(details.getByText('Stock: 4', { exact: true })).toBeVisible()
    await details.getByLabel('Mark as low from this level down').fill('5')
    await details.getByRole('button', { name: 'Save the level' }).click()
    // Before it is saved the sheet would ask whether to discard it.
    await expect(details.getByText('Low stock')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expect(rice).toContainText('Stock: 4')
    await expect(rice).toContainText('Low stock')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const text = await readFile(await (await saved).path(), 'utf8')
    expect(text).toContain('name,unitPrice,unit,taxType,sku,barcode,category')
    expect(text).toContain('Mchele wa Kyela,4500.00,,standard,,6 0012 4010 0707,Nafaka')
  })
})

test('the tile that adds a new product appears once, when all that is sold by that text is shown before it', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  await page.goto('/new-invoice')
  const tiles = page.getByRole('list', { name: 'Price list' })
  await expect(tiles.getByRole('button', { name: 'New product or service' })).toBeVisible()
  await page.evaluate(() => {
    const list = document.querySelector('ul[aria-label="Price list"]')
    const before: number[] = []
    Object.assign(window, { tilesBefore: before })
    const record = () => {
      const tile = list?.querySelector('[data-new="true"]')
      if (tile?.textContent?.includes('“suka”'))
        before.push([...(list?.children ?? [])].indexOf(tile.closest('li') ?? tile))
    }
    if (list)
      new MutationObserver(record).observe(list, { childList: true, characterData: true, subtree: true })
  })
  // One product begins with it, another has it inside a word.
  await page.getByRole('searchbox', { name: 'Search products and services' }).fill('suka')
  await expect(tiles.getByRole('button', { name: /^Kusuka nywele/ })).toBeVisible()
  await expect(tiles.getByRole('button', { name: 'Add “suka”' })).toBeVisible()
  const seen = await page.evaluate(() => (window as unknown as { tilesBefore: number[] }).tilesBefore)
  expect(new Set(seen)).toEqual(new Set([(await tiles.getByRole('listitem').count()) - 1]))
})
