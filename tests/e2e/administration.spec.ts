import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import type { Language } from '#i18n/language.ts'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import { appCode } from '#tests/support/authenticator-app.ts'
import { expect, test } from './fixtures.ts'
import { findBarriers } from './scenes/find-barriers.ts'
import { findFlaws } from './scenes/find-flaws.ts'
import { chooseCertificate, issueCertificate } from './steps/certificate-file.ts'
import { fillLogin, logInAs, setLanguage } from './steps/log-in-as.ts'
import { readyOffline } from './steps/sign-in.ts'
import { BOTH, type Translate, translatorFor } from './steps/translate.ts'

/** Spec §8, and what its translation says. */
const UPLOAD_FAILED: Record<Language, string> = {
  en: 'Company created, but PFX file upload failed.',
  sw: 'Kampuni imeundwa, lakini kupakia faili la PFX kumeshindikana.',
}

/** Spec §5: the certificate file is required. */
const FILE_REQUIRED: Record<Language, string> = {
  en: 'Choose the certificate file',
  sw: 'Chagua faili la cheti',
}

/** What the other language would do under the same names is another record. */
const RECORDS: Record<Language, { organization: string; company: string; tin: string }> = {
  en: { organization: 'Tanga Mfano Group', company: 'Duka Mfano Tanga', tin: '999000701' },
  sw: { organization: 'Dodoma Mfano Group', company: 'Duka Mfano Dodoma', tin: '999000702' },
}

async function fill(form: Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
}

async function expectFine(page: Page): Promise<void> {
  expect(await page.evaluate(findFlaws, { touch: true })).toEqual([])
  expect(await findBarriers(page, { rules: 'all' })).toEqual([])
}

/** Disables what the page shows, or enables it again, and waits for the word beside its name. */
async function switchStatus(page: Page, button: string, status: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await expect(page.getByRole('main').locator(`[data-status="${status}"]`).first()).toBeVisible()
}

async function createOrganization(page: Page, translate: Translate, name: string): Promise<void> {
  await page.goto('/organizations')
  await page.getByRole('button', { name: translate('New organization') }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: translate('Save') }).click()
  await expect(form.getByText(translate('The name of the owner is required'))).toBeVisible()
  await fill(form, {
    [translate('Organization name')]: name,
    [translate("Owner's name")]: 'Neema Mfano',
    [translate("Owner's phone number")]: '700000701',
    [translate("Owner's email")]: 'neema@example.com',
  })
  await expectFine(page)
  await form.getByRole('button', { name: translate('Save') }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

for (const language of BOTH) {
  test(`an admin creates an organization and a company with its certificate, edits, disables and enables it again, in ${language} (spec §4, §5, §8)`, async ({
    phone,
    authority,
  }) => {
    const translate = translatorFor(language)
    const { organization, company, tin } = RECORDS[language]
    const { page, context } = phone
    await logInAs(phone, 'admin', language)
    await createOrganization(page, translate, organization)
    await expectFine(page)

    await page.getByRole('button', { name: translate('Show companies') }).click()
    await page.getByRole('button', { name: translate('New company') }).click()
    const form = page.getByRole('dialog')
    await expect(form.getByRole('button', { name: organization })).toBeVisible()
    await form.getByRole('button', { name: translate('Save') }).click()
    const tinRefused = 'The TIN is required and must have 9 digits, and 999-999-999 is for people abroad only'
    await expect(form.getByText(translate(tinRefused))).toBeVisible()
    await expect(form.getByText(FILE_REQUIRED[language])).toBeVisible()
    await fill(form, {
      [translate('Company name')]: company,
      TIN: tin,
      [translate('Email')]: 'duka@example.com',
      [translate('Phone number')]: '700000702',
      [translate('Address')]: 'Mtaa wa Soko',
      [translate('Serial number')]: `99TZ${tin}`,
    })
    const certificate = await issueCertificate(authority, { tin, certkey: `99TZ${tin}`, name: company })
    await chooseCertificate(page, form, translate, { ...certificate, pfxPassword: 'sio hili' })
    await expectFine(page)
    // Without a connection nothing is created, it is said, and what was typed stays.
    await context.setOffline(true)
    await form.getByRole('button', { name: translate('Save') }).click()
    await expect(form.getByRole('alert')).toContainText(translate('The company was not created'))
    await context.setOffline(false)
    await form.getByRole('button', { name: translate('Save') }).click()
    await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible()
    // The company is there without its certificate: the page says so, also after a reload, and offers another upload.
    const notice = page.getByRole('alert')
    await expect(notice).toContainText(UPLOAD_FAILED[language])
    await expect(notice).toContainText(
      translate('This password does not open the file. Check it and try again'),
    )
    await page.reload()
    await expect(notice).toContainText(UPLOAD_FAILED[language])
    await expectFine(page)
    await page.getByRole('button', { name: translate('Upload the certificate') }).click()
    await chooseCertificate(page, form, translate, certificate)
    await form.getByRole('button', { name: translate('Upload the certificate') }).click()
    await expect(page.getByText(translate('The registration is missing'))).toBeVisible()
    await expect(notice).toHaveCount(0)
    await page.getByRole('button', { name: translate('Register with the simulator') }).click()
    await expect(page.getByRole('main').locator('[data-status="active"]').first()).toBeVisible()

    await page.getByRole('button', { name: translate('Edit') }).click()
    await form.getByLabel(translate('Address')).fill('Barabara ya Stesheni')
    await form.getByRole('button', { name: translate('Save') }).click()
    await expect(page.getByText('Barabara ya Stesheni')).toBeVisible()

    // What it paid for Risiti: the sum comes from the prices (tanzania-facts §6), and the list shows it.
    const payments = page.getByRole('region', { name: translate('Payment for Risiti') })
    await expect(payments.locator('[data-status="unpaid"]')).toBeVisible()
    await payments.getByRole('button', { name: translate('Record a payment') }).click()
    await expect(form.getByLabel(translate('Amount received, VAT included'))).toHaveValue('212,400')
    await form.getByLabel(translate('Amount received, VAT included')).fill('0')
    await form.getByRole('button', { name: translate('Record'), exact: true }).click()
    await expect(form.getByText(translate('Enter the amount received'))).toBeVisible()
    await form.getByLabel(translate('Years of use')).selectOption('2')
    await expectFine(page)
    await form.getByRole('button', { name: translate('Record'), exact: true }).click()
    await expect(payments.locator('[data-status="paid"]')).toBeVisible()
    await expect(payments.getByText(/282[,.]020/)).toBeVisible()
    await expectFine(page)

    await switchStatus(page, translate('Disable company'), 'disabled')
    await switchStatus(page, translate('Enable company'), 'active')

    await page.getByRole('button', { name: translate('Companies'), exact: true }).click()
    await page.getByRole('searchbox').fill(tin)
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
    // While a list is read it is shown paler.
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
    await expectFine(page)
  })
}

/** Has all data of the company written, and gives the names of the files in the ZIP file that was downloaded. */
async function takeOutAllData(page: Page): Promise<string[]> {
  const data = page.getByRole('region', { name: 'All data of the company' })
  await data.getByRole('button', { name: 'Export all data' }).click()
  const downloading = page.waitForEvent('download')
  await data.getByRole('button', { name: /^Download/ }).click()
  return Object.keys(unzipSync(await readFile(await (await downloading).path())))
}

/** Switches the second factor on; gives the key of the app, and a recovery code. */
async function switchSecondFactorOn(
  page: Page,
): Promise<{ readonly key: string; readonly recovery: string }> {
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Switch on' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Current password').fill(DEMO_PASSWORD)
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await expect(sheet.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expectFine(page)
  const key = ((await sheet.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await sheet.getByLabel('Code of the authenticator app').fill(appCode(key, Date.now()))
  await sheet.getByRole('button', { name: 'Switch on' }).click()
  const codes = sheet.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectFine(page)
  const recovery = (await codes.first().textContent()) ?? ''
  await sheet.getByRole('button', { name: 'I have written them down' }).click()
  await expect(page.getByText('Recovery codes left: 10')).toBeVisible()
  return { key, recovery }
}

test('an owner says what receipts show and which payments are offered; the phone follows', async ({
  phone,
  newPhone,
}) => {
  const { page } = phone
  await logInAs(phone, 'owner')
  await page.goto('/company')
  const footer = page.getByLabel('Footer')
  await footer.fill('Karibu tena')
  await page.getByRole('switch', { name: 'Cheque' }).uncheck()
  await expectFine(page)
  const organization = page.getByRole('region', { name: 'Organization', exact: true })
  await expect(organization.getByText('Umoja Mfano Holdings')).toBeVisible()
  // The owner looks after the certificate too (spec §3).
  const device = page.getByRole('region', { name: 'TRA certificate and registration' })
  await expect(device.getByText('Registered', { exact: true })).toBeVisible()
  await expect(device.getByRole('button', { name: 'Upload a new certificate' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Company saved.')).toBeVisible()
  await page.reload()
  await expect(footer).toHaveValue('Karibu tena')
  await expect(page.getByRole('switch', { name: 'Cheque' })).not.toBeChecked()

  const names = await takeOutAllData(page)
  expect(names).toEqual(
    expect.arrayContaining(['about.json', 'invoices.csv', 'invoices.json', 'receipts.json']),
  )
  await expectFine(page)

  // The second factor: another phone needs the code of the app; a recovery code switches it off again.
  const { key, recovery } = await switchSecondFactorOn(page)
  const second = await newPhone()
  await setLanguage(second, 'en')
  const other = second.page
  await other.goto('/login')
  await fillLogin(other, 'en', { username: 'owner' })
  const code = other.getByLabel(/code of your authenticator app/)
  await expect(code).toBeFocused()
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(/code of your authenticator app/)
  await expect(code).toBeFocused()
  await code.fill('000 000')
  await code.press('Enter')
  await expect(other.getByRole('alert')).toContainText('The code is wrong or was used before')
  // Another person's account asks for no code.
  await other.getByLabel('Username').fill('operator')
  await expect(code).toHaveCount(0)
  await fillLogin(other, 'en', { username: 'owner' })
  // The code of the next half minute counts already, and the one that switched it on no more.
  await code.fill(appCode(key, Date.now() + 30_000))
  await code.press('Enter')
  await expect(other).toHaveURL(/\/dashboard/)
  await page.getByRole('button', { name: 'Switch off' }).click()
  const off = page.getByRole('dialog')
  await off.getByLabel('Current password').fill(DEMO_PASSWORD)
  await off.getByLabel('Code of the authenticator app').fill(recovery)
  await off.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByRole('button', { name: 'Switch on' })).toBeVisible()

  // What the company owes for Risiti, also offline as last read (spec §2, /payment).
  await page.goto('/payment')
  await expect(page.getByText(/To pay: Tsh.212,400, VAT included/)).toBeVisible()
  await expectFine(page)
  await readyOffline(page)
  await phone.context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible()
  await expect(page.getByText(/To pay: Tsh.212,400, VAT included/)).toBeVisible()
})

test('a published tax tip is read by everybody in their language, also offline later (spec §1, §2)', async ({
  phone,
  newPhone,
}) => {
  const { page } = phone
  await logInAs(phone, 'orgadmin')
  await page.goto('/cms-tax-tips')
  await page.getByRole('button', { name: 'New tax tip' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Title in English').fill('VAT return')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('The title is required in both languages')).toBeVisible()
  await fill(sheet, {
    'Text in English': 'By the 20th of the next month.',
    'Title in Kiswahili': 'Ritani ya VAT',
    'Text in Kiswahili': 'Kabla ya tarehe 20 ya mwezi unaofuata.',
  })
  await expectFine(page)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await sheet.getByRole('button', { name: 'Publish' }).click()
  await expect(sheet.getByRole('button', { name: 'Unpublish' })).toBeVisible()
  await expectFine(page)

  const visitor = await newPhone({ locale: 'sw-TZ' })
  await visitor.page.goto('/tax-tips')
  const tip = visitor.page.getByRole('article').filter({
    has: visitor.page.getByRole('heading', { name: 'Ritani ya VAT', exact: true }),
  })
  await expect(tip.getByRole('heading', { name: 'Ritani ya VAT' })).toBeVisible()
  await readyOffline(visitor.page)
  await visitor.context.setOffline(true)
  await visitor.page.reload()
  await expect(tip.getByText('Kabla ya tarehe 20 ya mwezi unaofuata.')).toBeVisible()
  await expect(visitor.page.getByRole('status')).toContainText('Huna mtandao')
  await expectFine(visitor.page)
})

test('planned maintenance is announced in both languages, and offline as last read (spec §1; tanzania-facts §11 row 20)', async ({
  newPhone,
}) => {
  const { page, context } = await newPhone({ locale: 'sw-TZ' })
  const hour = 3_600_000
  // Half past: at a full hour no minutes are said.
  const halfPast = (Math.floor(Date.now() / hour) + 1.5) * hour
  const start = new Date(halfPast).toISOString()
  const end = new Date(halfPast + 2 * hour).toISOString()
  const prices = { annual: 5_900_000, installation: 12_100_000, vat: 1800 }
  const provider = /\/api\/v2\/provider\?/
  await context.route(provider, (route) => {
    const nonce = new URL(route.request().url()).searchParams.get('requestNonce')
    const answerTo = { nonce, endpoint: 'provider.read', account: null }
    return route.fulfill({ json: { prices, maintenance: { start, end }, answerTo } })
  })
  await page.goto('/login')
  const notice = page.locator('[data-maintenance="before"]')
  await expect(notice).toContainText('Taarifa ya matengenezo')
  await expect(notice).toContainText(/, saa \d{1,2}:\d\d \S+ \(\d\d:\d\d\)/)
  await expectFine(page)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(notice).toContainText('Maintenance notice')
  await context.unroute(provider)
  await context.route(provider, (route) => route.abort())
  await page.reload()
  await expect(notice).toContainText('You can go on selling')
})
