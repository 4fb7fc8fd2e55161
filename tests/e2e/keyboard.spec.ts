import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import { test } from './fixtures.ts'
import { logInAs, setLanguage } from './steps/log-in-as.ts'

/** Whether the focused element shows the focus: an outline or a ring around itself or its field. */
async function focusShows(page: Page): Promise<{ shown: boolean; what: string }> {
  return await page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return { shown: false, what: 'nothing' }
    const rings = [focused, focused.parentElement, focused.nextElementSibling].some((element) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
    })
    const name = focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40) ?? ''
    return { shown: rings, what: `<${focused.tagName.toLowerCase()}> ${name}` }
  })
}

/** Presses Tab until what has the focus is called `name`; every stop on the way must show its focus. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const seen: string[] = []
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press(key)
    const { shown, what } = await focusShows(page)
    expect(shown, `the focus shows on ${what}`).toBe(true)
    seen.push(what)
    const labels = await page.evaluate(() => {
      const focused = document.activeElement
      const own =
        focused instanceof HTMLInputElement ? [...(focused.labels ?? [])].map((l) => l.textContent) : []
      return [focused?.getAttribute('aria-label'), focused?.textContent, ...own].map(
        (text) => text?.trim() ?? '',
      )
    })
    if (labels.some((label) => name.test(label))) return
  }
  throw new Error(`Tab never reached ${name}; it passed ${seen.join(' | ')}`)
}

test('login, a sale and its submission go by keyboard alone, and the focus always shows (desktop)', async ({
  newPhone,
}) => {
  const phone = await newPhone({ viewport: { width: 1280, height: 800 } })
  const { page } = phone
  await setLanguage(phone, 'en')
  await page.goto('/login')
  await expect(page.locator('#early-login')).toHaveCount(0)
  await tabTo(page, /^Username$/)
  await page.keyboard.type('operator')
  await tabTo(page, /^Password$/)
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard', { timeout: 60_000 })
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()

  // The first stop of a signed-in page leads past the menus.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await tabTo(page, /^New invoice$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'New invoice' })).toBeVisible()

  // Letters go into the search from anywhere, Enter adds what is found first, `2*` two of it.
  const search = page.getByRole('searchbox', { name: 'Search products and services' })
  const priceList = page.getByRole('list', { name: 'Price list' })
  await expect(priceList.getByRole('button', { name: /Tsh/ }).first()).toBeVisible({ timeout: 60_000 })

  // A scanner is quicker than the look-up: the dialog for an unknown code opens while the next code arrives.
  await search.evaluate((field: HTMLInputElement) => {
    const write = (text: string) => {
      field.setRangeText(text, 0, field.value.length, 'end')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    write('6001240100')
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    write('70')
  })
  const asking = page.getByRole('dialog', { name: 'New product' })
  await expect(asking.getByRole('textbox', { name: 'Barcode' })).toHaveValue('6001240100')
  await expect(search).toHaveValue('70')
  await page.keyboard.press('Control+Enter')
  await asking.getByLabel('Product or service name').fill('Sabuni ya kipande')
  await asking.getByLabel(/^Price/).fill('1500')
  await asking.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await test.step('a code that is known adds one more, wherever the focus is', async () => {
    await search.fill('')
    await search.blur()
    await page.keyboard.type('6001240100')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: /Quantity of Sabuni/ })).toHaveValue('2')
    await page.getByRole('button', { name: /^One less: Quantity of Sabuni/ }).click()
    await page.getByRole('button', { name: /^One less: Quantity of Sabuni/ }).click()
    await expect(page.getByRole('article')).toHaveCount(0)
  })
  await expect(page.getByRole('alert')).toHaveCount(0)
  await search.fill('')
  await search.blur()

  await page.keyboard.type('Sukari')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('Sukari')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2*chumvi')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: /Quantity of Chumvi/ })).toHaveValue('2')
  await expect(page.getByRole('article')).toHaveCount(2)

  await page.keyboard.press('Control+Enter')
  const sheet = page.getByRole('dialog', { name: 'Payment' })
  await expect(sheet).toBeVisible()
  await tabTo(page, /^Cash$/)
  await page.keyboard.press('Space')
  const cash = sheet.getByRole('textbox', { name: 'Cash' })
  await expect(cash).toBeFocused()
  await page.keyboard.type('4*5000')
  await expect(sheet.getByText('Change', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('Control+Enter')
  await expect(cash).toHaveValue('20,000')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Saved on this/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'New sale' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Charge Tsh 0' })).toBeVisible()

  // From anywhere to anywhere, and the keys explain themselves.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('custom')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/customers')
  await page.getByRole('heading', { name: 'Customers' }).waitFor()
  const findByKeys = async (written: string) => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox')).toBeFocused()
    await page.keyboard.type(written)
    await page.keyboard.press('Enter')
  }
  await findByKeys('suka')
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/products\?open=/)
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toHaveValue(/^Sukari/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // What is looked up of a customer is on the page: sales, debts and invoices, not the form.
  await findByKeys('asha')
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/customer\/[^/]+$/)
  await expect(page.getByRole('heading', { name: 'Asha Mchuuzi (Mfano)' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a dialog keeps the focus inside and Escape gives it back (phone)', async ({ phone }) => {
  const { page } = phone
  await logInAs(phone, 'operator')
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'More' })
  await expect(sheet).toBeVisible()
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab')
    expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(more).toBeFocused()
})

test('language and colours change at once, offline too, and stay over a restart (spec: complete Swahili)', async ({
  phone,
}) => {
  const { page, context } = phone
  await logInAs(phone, 'operator')
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
    .toBe('activated')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog').getByText('Kiswahili').click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await expect(page.getByRole('dialog', { name: 'Zaidi' })).toBeVisible()
  await expect(page.getByText('Hauko mtandaoni').first()).toBeVisible()
  await page.getByRole('dialog').getByText('Meusi').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Karibu/ })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
