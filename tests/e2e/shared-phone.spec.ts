import { test as base, expect } from './fixtures.ts'
import { createInstalledApp, type InstalledApp } from './steps/installed-app.ts'
import { watchLedger } from './steps/ledger.ts'
import { logOut } from './steps/log-out.ts'
import { navigate } from './steps/navigate.ts'
import { connectionStatus, expectAllSent } from './steps/outbox.ts'
import { choosePin, fillNewPin, letTimePass, openAccounts, switchAccount, typePin } from './steps/pin.ts'
import { readPushes } from './steps/pushes.ts'
import { sell, showTab, writeInvoice } from './steps/sell.ts'
import { openWithFile, share } from './steps/shared-files.ts'
import { fillLogin, readyOffline, signIn } from './steps/sign-in.ts'

const test = base.extend<{ app: InstalledApp }>({
  app: async ({ faultProxy: line, launchOptions }, use) => {
    const app = createInstalledApp(line.url, launchOptions)
    await use(app)
    await app.remove()
  },
})

const ASHA = '7294'
const OWNER = '618093'
const MINUTES_MS = 60_000

test('two people share an offline phone: each returns with a PIN to their own cart, and each sells in their own name (design D3, design D4)', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page, context } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  await choosePin(page, ASHA)
  const cart = await writeInvoice(page, { items: [{ name: 'Sukari', quantity: '7' }] })
  await navigate(page, '/dashboard')
  await switchAccount(page, 'Somebody else')
  await fillLogin(page, 'owner')
  await expect(page.getByRole('link', { name: /^Issued/ })).toBeVisible({ timeout: 60_000 })
  await choosePin(page, OWNER)

  await context.setOffline(true)
  await sell(page)
  await switchAccount(page, 'Asha')
  await expect(page.getByRole('heading', { name: 'Asha Mfano' })).toBeVisible()
  await typePin(page, ASHA)
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await expect((await openAccounts(page)).getByRole('button', { name: /Baraka/ })).toContainText('1 waiting')
  await page.keyboard.press('Escape')
  await sell(page)
  await navigate(page, `/new-invoice?draft=${cart}`)
  await showTab(page, 'Cart')
  await expect(page.getByRole('textbox', { name: 'Quantity of Sukari' })).toHaveValue('7')

  // The owner stays locked: that sale goes out under the grant of this phone.
  await context.setOffline(false)
  await navigate(page, '/invoices')
  await expectAllSent(page)
  await ledger.grownBy(2)
  const pushes = readPushes(line.seen)
  const writers = new Map(pushes.map(({ userId, grant }) => [userId, grant !== undefined]))
  expect(writers.size).toBe(2)
  expect(new Set(writers.values())).toEqual(new Set([false, true]))
})

test('a phone left alone locks in every tab, stays locked after a reload, and opens offline where the cart was; a file that is opened or shared with the app meanwhile waits behind the PIN (design D4)', async ({
  phone,
}) => {
  const { page, context, openTab } = phone
  await signIn(page)
  await choosePin(page, ASHA)
  const other = await openTab()
  await other.goto('/invoices')
  await expect(other.locator('header').getByRole('link')).toBeVisible()
  const cart = await writeInvoice(page, { items: [{ name: 'Sukari', quantity: '5' }] })
  await context.setOffline(true)
  await letTimePass(page, 5 * MINUTES_MS)
  for (const tab of [page, other]) await expect(tab.getByLabel('PIN of Asha Mfano')).toBeVisible()
  expect(await page.evaluate(() => ['jwt', 'user'].map((key) => localStorage.getItem(key)))).toEqual([
    null,
    null,
  ])
  await page.reload()
  await expect(page.getByLabel('PIN of Asha Mfano')).toBeVisible()
  const names = 'name,identificationType,identificationNumber,phone,email,vatRegistrationNumber'
  await openWithFile(page, '/customers?import=csv', `${names}\nJuma wa Faili,NO_IDENTIFICATION,,,,`)
  await page.getByLabel('PIN of Asha Mfano').fill('1111')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/Wrong PIN\. 4 tries left\./)
  await typePin(page, ASHA)
  const sheet = page.getByRole('dialog', { name: 'Import CSV' })
  await expect(sheet.getByText('New customers: 1')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/customers$/)
  await expect(other).toHaveURL(/\/invoices$/)

  await page.getByRole('button', { name: 'More', exact: true }).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Lock now' }).click()
  await expect(page.getByLabel('PIN of Asha Mfano')).toBeVisible()
  await share(page)
  await expect(page).toHaveURL(/\/login\?next=/)
  await typePin(page, ASHA)
  await expect(page).toHaveURL(/\/new-expense\?shared=/)
  const files = page.getByRole('group', { name: 'Photo or PDF of the receipt' })
  await expect(files.getByRole('listitem')).toContainText('risiti.pdf')
  await navigate(page, `/new-invoice?draft=${cart}`)
  await showTab(page, 'Cart')
  await expect(page.getByRole('textbox', { name: 'Quantity of Sukari' })).toHaveValue('5')
})

test('five wrong PINs need the password, and what was sold offline is still sent (design D3)', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page, context } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  await choosePin(page, ASHA)
  const cut = line.inject(/\/sync\/push/, { kind: 'refuse' }, Number.POSITIVE_INFINITY)
  await context.setOffline(true)
  await sell(page)
  await page.getByRole('button', { name: 'More', exact: true }).filter({ visible: true }).click()
  await page.getByRole('button', { name: 'Lock now' }).click()
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    await expect(page.getByRole('button', { name: '9', exact: true })).toBeEnabled()
    // Five seconds are counted down, which may be over before anything else is looked at.
    const countdown = page.getByRole('alert').filter({ hasText: /Try again in \d s/ })
    await Promise.all([typePin(page, '1111'), attempt === 2 ? countdown.waitFor() : undefined])
    if (attempt < 5) await expect(page.getByRole('alert')).toContainText(`${5 - attempt} tr`)
    await letTimePass(page, MINUTES_MS)
  }
  await expect(page.getByText('Too many wrong PINs')).toBeVisible()
  // From here on one clock again: the worker would take the page's for that of another phone.
  await page.reload()
  await expect(page.getByText('Too many wrong PINs')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByLabel('Username')).toHaveValue('operator')
  await fillLogin(page, 'operator')
  await expect(page.getByRole('link', { name: /^1 waiting/ })).toBeVisible()
  cut.end()
  await expectAllSent(page)
  await ledger.grownBy(1)
})

test('a stolen phone that is ended from another one delivers nothing and asks for the login, and its work goes out after that (H7)', async ({
  phone,
  newPhone,
  authority,
  owner,
}) => {
  const { page, context } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  await context.setOffline(true)
  await sell(page)
  const safe = await newPhone()
  await signIn(safe.page)
  await navigate(safe.page, '/settings')
  // The list begins with the phone seen last.
  const others = safe.page.getByRole('button', { name: 'Log it out' })
  await others.first().click()
  await safe.page.getByRole('dialog').getByRole('button', { name: 'Log it out' }).click()
  await expect(safe.page.getByText('That phone was logged out')).toBeVisible()

  await context.setOffline(false)
  await expect(connectionStatus(page)).toHaveText('Log in to send')
  await ledger.grownBy(0)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await fillLogin(page, 'operator')
  await expectAllSent(page)
  await ledger.grownBy(1)
  await safe.page.reload()
  await expect(safe.page.getByText('This phone', { exact: true })).toBeVisible()
})

test('a browser killed while a PIN is set, while the phone locks and while a user logs out loses nothing (C6)', async ({
  app,
  faultProxy: line,
  authority,
  owner,
}) => {
  const first = await app.start()
  let { page } = first
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  await first.context.setOffline(true)
  line.cut()
  await sell(page)
  const again = async () => {
    await app.kill()
    ;({ page } = await app.start({ offline: true }))
    await page.goto('/settings')
  }

  await navigate(page, '/settings')
  await page.getByRole('button', { name: 'Set a PIN' }).click()
  const last = await fillNewPin(page, ASHA)
  await last.click({ noWaitAfter: true })
  await again()
  // Either it was kept as a whole, or there is none. Until that is read, a disabled button is in the place of both.
  await expect(page.getByRole('button', { name: /^(Set a PIN|Lock now)$/ })).toBeEnabled()
  await expect(page.getByRole('link', { name: /^1 waiting/ })).toBeVisible()
  if (await page.getByRole('button', { name: 'Set a PIN' }).isVisible()) await choosePin(page, ASHA)

  await page.getByRole('button', { name: 'Lock now' }).click({ noWaitAfter: true })
  await again()
  const pin = page.getByLabel('PIN of Asha Mfano')
  await expect(pin.or(page.getByRole('button', { name: 'Lock now' }))).toBeVisible()
  if (await pin.isVisible()) await typePin(page, ASHA)
  await expect(page.getByRole('link', { name: /^1 waiting/ })).toBeVisible()

  await page.getByRole('button', { name: 'More', exact: true }).filter({ visible: true }).click()
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log out, send later' }).click({ noWaitAfter: true })
  await again()
  line.heal()
  await page.context().setOffline(false)
  await expect(page.getByLabel('Password').or(page.getByRole('link', { name: /waiting|sent/ }))).toBeVisible()
  if (!(await page.getByLabel('Password').isVisible())) await logOut(page)
  await page.goto('/login')
  await fillLogin(page, 'operator')
  await readyOffline(page)
  await expectAllSent(page)
  await ledger.grownBy(1)
})

test('the settings open with what belongs to a PIN in its place: nothing below it moves when the PIN is read (design D4)', async ({
  phone,
}) => {
  const { page } = phone
  await signIn(page)
  await choosePin(page, ASHA)
  await navigate(page, '/dashboard')
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { pinButtons: seen })
    const record = () => {
      const section = document.querySelector('section[aria-labelledby="settings-pin"]')
      if (section) seen.push(section.querySelector('button')?.textContent ?? 'none')
    }
    new MutationObserver(record).observe(document.body, { childList: true, subtree: true })
  })
  await navigate(page, '/settings')
  await expect(page.getByRole('button', { name: 'Lock now' })).toBeVisible()
  const seen = await page.evaluate(() => (window as unknown as { pinButtons: string[] }).pinButtons)
  expect(new Set(seen)).toEqual(new Set(['Lock now']))
})
