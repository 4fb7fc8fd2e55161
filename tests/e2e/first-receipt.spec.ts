import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import PostalMime from 'postal-mime'
import { type ProductionProcess, startProduction } from '../support/production-process.ts'
import { chooseCertificate, issueCertificate } from './steps/certificate-file.ts'
import { fillLogin } from './steps/log-in-as.ts'
import { newProduct } from './steps/new-records.ts'
import { expectAllSent, expectStatus } from './steps/outbox.ts'
import { sell } from './steps/sell.ts'
import { translatorFor } from './steps/translate.ts'

const ONE_TIME_PASSWORD = /\b[A-Z]{4}[a-z]{6}-[2-9]{5}\b/
const OWN_PASSWORD = 'Karibu#2031'
const DEVICE = { tin: '111222333', certkey: '10TZ100001', name: 'Duka la Kwanza Ltd' }
const words = translatorFor('en')

let platform: ProductionProcess
test.beforeAll(async () => {
  platform = await startProduction()
})
test.afterAll(async () => await platform.remove())

/** The one-time password of the newest mail to an address. */
async function mailedPassword(address: string): Promise<string> {
  let found = ''
  await expect
    .poll(async () => {
      for (const mail of platform.mails) {
        const { to, text } = await PostalMime.parse(mail)
        if (to?.[0]?.address === address) found = ONE_TIME_PASSWORD.exec(text ?? '')?.[0] ?? ''
      }
      return found
    })
    .not.toBe('')
  return found
}

async function fill(form: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await form.getByRole('textbox', { name, exact: true }).fill(value)
  }
}

/** Logs in for the first time with a one-time password, which must be changed before anything else (spec §4). */
async function logInFirst(context: BrowserContext, username: string, password: string): Promise<Page> {
  await context.addInitScript(() => {
    if (window.origin !== 'null') localStorage.setItem('language', 'en')
  })
  const page = await context.newPage()
  await page.goto('/login')
  await fillLogin(page, 'en', { username, password })
  await expect(page).toHaveURL(/\/change-password/, { timeout: 60_000 })
  await page.getByLabel('Current password').fill(password)
  await page.getByLabel('New password', { exact: true }).fill(OWN_PASSWORD)
  await page.getByLabel('Repeat the new password').fill(OWN_PASSWORD)
  await page.getByRole('button', { name: 'Change password', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 60_000 })
  await expect(page.locator('main#content')).toBeVisible()
  return page
}

/** Goes to the guided set-up, where this step is next, and on to its screen. */
async function followNextStep(page: Page, title: string): Promise<void> {
  await page.goto('/welcome')
  const next = page.locator('[data-state="next"]')
  await expect(next.getByRole('heading')).toHaveText(title)
  await next.getByRole('link').click()
}

async function createOrganization(page: Page): Promise<void> {
  await followNextStep(page, 'Create an organization')
  await page.getByRole('button', { name: 'New organization' }).click()
  const form = page.getByRole('dialog')
  await fill(form, {
    'Organization name': 'Shirika la Kwanza',
    "Owner's name": 'Neema Mfano',
    "Owner's phone number": '700000701',
    "Owner's email": 'neema@example.com',
  })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shirika la Kwanza' })).toBeVisible()
}

async function createCompany(page: Page): Promise<void> {
  await followNextStep(page, 'Create a company')
  await page.getByRole('button', { name: 'New company' }).click()
  const form = page.getByRole('dialog', { name: 'New company' })
  await form.getByRole('button', { name: 'Choose an organization' }).click()
  await page.getByRole('button', { name: 'Shirika la Kwanza' }).click()
  await fill(form, {
    'Company name': DEVICE.name,
    TIN: DEVICE.tin,
    Email: 'duka@example.com',
    'Phone number': '700000702',
    Address: 'Mtaa wa Soko',
    'Serial number': DEVICE.certkey,
  })
  await chooseCertificate(page, form, words, await issueCertificate(platform.authority, DEVICE))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: DEVICE.name })).toBeVisible()
  await expect(page.getByText('The registration is missing')).toBeVisible()
  await page.getByRole('button', { name: 'Register with TRA' }).click()
  await expect(page.getByRole('main').getByText('Registered', { exact: true })).toBeVisible()
}

async function createAccount(
  page: Page,
  username: string,
  button: 'New user' | 'New operator',
): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  const form = page.getByRole('dialog', { name: button })
  if (button === 'New user') {
    await form.getByLabel('User type').selectOption('company_owner')
    await form.getByRole('button', { name: /^Company:/ }).click()
    await page.getByRole('button', { name: DEVICE.name }).click()
  }
  await fill(form, {
    'First name': 'Zawadi',
    'Last name': 'Mfano',
    Email: `${username}@example.com`,
    'Mobile number': '754000009',
    Username: username,
  })
  await form.getByRole('button', { name: 'Save' }).click()
  const told = page.getByRole('dialog', { name: 'Password for Zawadi Mfano' })
  await expect(told.getByText('It was also sent by email.')).toBeVisible()
  await told.getByRole('button', { name: 'Done' }).click()
}

async function changeStatus(page: Page, to: 'Disable' | 'Enable'): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: to, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: to, exact: true }).click()
  const status = to === 'Disable' ? 'inactive' : 'active'
  await expect(page.getByRole('main').locator('[data-status]')).toHaveAttribute('data-status', status)
}

test('an empty platform in production goes through its screens to the first receipt (README, Going to production)', async ({
  browser,
}) => {
  const newContext = () =>
    browser.newContext({
      baseURL: platform.url,
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      locale: 'en-TZ',
      timezoneId: 'Africa/Dar_es_Salaam',
      reducedMotion: 'reduce',
    })
  const printed = await platform.createAdmin('msimamizi', 'msimamizi@example.com')
  const admin = await logInFirst(await newContext(), 'msimamizi', ONE_TIME_PASSWORD.exec(printed)?.[0] ?? '')
  await createOrganization(admin)
  await createCompany(admin)
  await followNextStep(admin, "Create the owner's account")
  await createAccount(admin, 'mmiliki', 'New user')

  const owner = await logInFirst(await newContext(), 'mmiliki', await mailedPassword('mmiliki@example.com'))
  await followNextStep(owner, 'Add a product or service')
  await newProduct(owner, 'Sukari')
  await expectAllSent(owner)
  await owner.goto('/welcome')
  await owner.locator('[data-state="optional"]').getByRole('link', { name: 'Open operators' }).click()
  await createAccount(owner, 'mhudumu', 'New operator')

  const counter = await newContext()
  const seller = await logInFirst(counter, 'mhudumu', await mailedPassword('mhudumu@example.com'))
  const sold = await sell(seller)
  await expectAllSent(seller)
  await expectStatus(seller, sold, 'Issued')
  await expect(seller.getByText(/not fiscal/i)).toHaveCount(0)
  expect(await platform.authority.ledger(DEVICE.tin)).toHaveLength(1)
  await admin.goto('/welcome')
  await expect(admin.getByText('Everything is set up, and the first receipt is issued.')).toBeVisible()

  // Disabled, the operator is out; enabled again, the work that waited goes on (spec §4).
  await expect(owner.getByRole('heading', { name: 'Zawadi Mfano' })).toBeVisible()
  await counter.setOffline(true)
  await sell(seller)
  await changeStatus(owner, 'Disable')
  await counter.setOffline(false)
  await expect(seller).toHaveURL(/\/login/, { timeout: 60_000 })
  await changeStatus(owner, 'Enable')
  await fillLogin(seller, 'en', { username: 'mhudumu', password: OWN_PASSWORD })
  await expect(seller.locator('main#content')).toBeVisible({ timeout: 60_000 })
  await expectAllSent(seller)
  await expect.poll(async () => (await platform.authority.ledger(DEVICE.tin)).length).toBe(2)
})
