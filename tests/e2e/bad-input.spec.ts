import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from '#i18n/language.ts'
import { test } from './fixtures.ts'
import {
  chargeButton,
  leaveSent,
  openCart,
  openEditor,
  openPriceList,
  submit,
  writeDraft,
} from './scenes/editor.ts'
import { MAIN_TIN } from './steps/ledger.ts'
import { logInAs } from './steps/log-in-as.ts'
import { changeRow } from './steps/phone-store.ts'
import { BOTH, type Translate, translatorFor } from './steps/translate.ts'

type Translations = Record<Language, string>

const TIN: Translations = {
  en: 'Please enter a correct TIN number',
  sw: 'Tafadhali weka namba sahihi ya TIN',
}
const NIDA: Translations = { en: 'Enter correct NIDA number', sw: 'Weka namba sahihi ya NIDA' }
const OTHER: Translations = {
  en: 'Please enter a correct identification number',
  sw: 'Tafadhali weka namba sahihi ya kitambulisho',
}
const PHONE: Translations = {
  en: 'Please enter a valid phone number',
  sw: 'Tafadhali weka namba sahihi ya simu',
}
const EMAIL: Translations = { en: 'Valid email required', sw: 'Barua pepe sahihi inahitajika' }
const NAME: Translations = { en: 'Please enter a customer name', sw: 'Tafadhali weka jina la mteja' }
const TYPE: Translations = {
  en: 'Please choose an identification type',
  sw: 'Tafadhali chagua aina ya kitambulisho',
}
const DUPLICATED: Translations = {
  en: 'Customer identification number duplicated',
  sw: 'Namba ya kitambulisho cha mteja imejirudia',
}
const PRODUCT: Translations = { en: 'Please enter a product name', sw: 'Tafadhali weka jina la bidhaa' }
const PRICE: Translations = { en: 'Please enter a valid price', sw: 'Tafadhali weka bei sahihi' }
const UNKNOWN_PRODUCT: Translations = {
  en: 'A product on this invoice is not on the server',
  sw: 'Bidhaa mojawapo kwenye ankara hii haipo kwenye seva',
}
const SAVE_AGAIN: Translations = {
  en: 'Save the product again, then submit the invoice again',
  sw: 'Hifadhi bidhaa tena, kisha wasilisha ankara tena',
}
const VRN: Translations = { en: 'Please enter a valid VRN', sw: 'Tafadhali weka VRN sahihi' }

/** Wrong numbers by identification type (spec §5; the number spaces are those of the authority's receipt). */
const NUMBERS: readonly { type: string; wrong: readonly string[]; expected: Translations }[] = [
  { type: 'TAX_IDENTIFICATION_NUMBER', wrong: ['99900000', '9990000012', '99900000A', ''], expected: TIN },
  {
    type: 'NATIONAL_IDENTIFICATION_AUTHORITY',
    wrong: ['1990010100000000121', '19901301000000001200', '20990101000000001200', '19900101000000000000'],
    expected: NIDA,
  },
  { type: 'VOTERS_NUMBER', wrong: ['T-12', 'T-1234-567/8'], expected: OTHER },
  { type: 'PASSPORT', wrong: ['AB1', 'AB123456789012345678901'], expected: OTHER },
  { type: 'DRIVING_LICENCE', wrong: ['400', '4000 123#'], expected: OTHER },
]

/** Invalid contact fields, one of each at a time. */
const CONTACTS: readonly { phone: string; email: string; vrn: string }[] = [
  { phone: '12', email: 'asha', vrn: '1234' },
  { phone: '07000001012', email: 'asha@duka', vrn: '40-012345-XX' },
  { phone: '+1 212 555 0100', email: 'asha @example.com', vrn: '40-0123!5-X' },
]

function customerFields(page: Page, translate: Translate) {
  const field = (english: string) => page.getByRole('dialog').getByLabel(translate(english))
  return {
    name: page.getByRole('dialog').getByRole('textbox', { name: translate('Name'), exact: true }),
    type: field('Identification type'),
    number: field('Identification number'),
    phone: field('Phone number'),
    email: field('Email'),
    vrn: field('VAT registration number (VRN)'),
    save: page.getByRole('dialog').getByRole('button', { name: translate('Save'), exact: true }),
  }
}

async function expectError(field: Locator, expected: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(expected))
}

/** Everything wrong there is in English; in Swahili one of each kind: the rules do not know the language. */
function someOf<T>(all: readonly T[], language: Language): readonly T[] {
  return language === 'en' ? all : all.slice(0, 1)
}

async function expectCustomerErrors(page: Page, translate: Translate, language: Language): Promise<void> {
  await page.goto('/customers')
  const known = page.locator('main li button', { hasText: /TIN \d/ }).first()
  await expect(known).toBeVisible({ timeout: 60_000 })
  const existingTin = /TIN ([\d-]+)/.exec((await known.textContent()) ?? '')?.[1] ?? ''
  await page.getByRole('button', { name: translate('New customer') }).click()
  const form = customerFields(page, translate)
  await form.save.click()
  await expectError(form.name, NAME[language])
  await expectError(form.type, TYPE[language])

  await form.name.fill('Mama Neema Mfano')
  for (const { type, wrong, expected: says } of NUMBERS) {
    await form.type.selectOption(type)
    for (const number of someOf(wrong, language)) {
      await form.number.fill(number)
      await form.save.click()
      await expectError(form.number, says[language])
      await expect(form.number).toHaveValue(number)
    }
  }
  // One that another customer has (spec §8).
  await form.type.selectOption('TAX_IDENTIFICATION_NUMBER')
  await form.number.fill(existingTin)
  await form.save.click()
  await expectError(form.number, DUPLICATED[language])
  await expect(form.number).toHaveValue(existingTin)

  await form.type.selectOption('NO_IDENTIFICATION')
  for (const contact of someOf(CONTACTS, language)) {
    await form.phone.fill(contact.phone)
    await form.email.fill(contact.email)
    await form.vrn.fill(contact.vrn)
    await form.save.click()
    await expectError(form.phone, PHONE[language])
    await expectError(form.email, EMAIL[language])
    await expectError(form.vrn, VRN[language])
    await expect(form.phone).toHaveValue(contact.phone)
    await expect(form.email).toHaveValue(contact.email)
    await expect(form.vrn).toHaveValue(contact.vrn)
  }
  await expect(form.name).toHaveValue('Mama Neema Mfano')

  // A corrected field shows no error any more, the others still do.
  await form.phone.fill('0700 000 101')
  await expect(form.phone).not.toHaveAttribute('aria-invalid', 'true')
  await expectError(form.email, EMAIL[language])
}

async function expectAmountErrors(page: Page, translate: Translate, language: Language): Promise<void> {
  await writeDraft(page, translate)
  await openCart(page, translate)
  const line = page.getByRole('article')
  await line.getByRole('button', { expanded: false }).click()
  const price = page.getByLabel(translate('Unit price'))
  const quantity = line.getByRole('textbox').first()
  const submitButton = chargeButton(page, translate)
  for (const wrong of someOf(['elfu tatu', '12,50,0', '-500', '1.234'], language)) {
    await price.fill(wrong)
    await price.blur()
    await submitButton.click()
    await expectError(price, '.+')
    await expect(price).toHaveValue(wrong)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await price.fill('3000')
  for (const wrong of someOf(['mbili', '0', '-1', '1.23456'], language)) {
    await quantity.fill(wrong)
    await submitButton.click()
    await expectError(quantity, '.+')
    await expect(quantity).toHaveValue(wrong)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await quantity.fill('2')
  await expect(quantity).not.toHaveAttribute('aria-invalid', 'true')
}

async function expectProductErrors(page: Page, translate: Translate, language: Language): Promise<void> {
  await openEditor(page)
  const priceList = await openPriceList(page, translate)
  await priceList.getByRole('button', { name: translate('New product or service') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: translate('Save'), exact: true }).click()
  await expectError(dialog.getByLabel(translate('Product or service name')), PRODUCT[language])
  await expectError(dialog.getByLabel(translate('Price, VAT included')), PRICE[language])
}

/** A product the server does not know is refused with a way to correct it. */
async function expectUnknownProductError(
  page: Page,
  translate: Translate,
  language: Language,
): Promise<void> {
  const id = await writeDraft(page, translate)
  await leaveSent(page, translate)
  await changeRow(page, 'invoices', id, {
    lines: { 0: { productId: '01935000-0000-7000-8000-00000000dead' } },
  })
  await page.goto(`/edit-invoice/${id}`)
  await submit(page, translate)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(UNKNOWN_PRODUCT[language], { timeout: 60_000 })
  await expect(alert).toContainText(SAVE_AGAIN[language])
  // Everything the person wrote is still there to be corrected.
  await page.getByRole('link', { name: translate('Edit'), exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
}

for (const language of BOTH) {
  const translate = translatorFor(language)

  test(`wrong input is reported in ${language} at its field, nothing typed is lost, and nothing is sold (spec §5, §8)`, async ({
    phone,
    authority,
  }) => {
    const { page } = phone
    await logInAs(phone, 'operator', language)
    const before = (await authority.ledger(MAIN_TIN)).length
    await test.step('customers', () => expectCustomerErrors(page, translate, language))
    await test.step('amounts', () => expectAmountErrors(page, translate, language))
    await test.step('products', () => expectProductErrors(page, translate, language))
    await test.step('a product unknown to the server', () =>
      expectUnknownProductError(page, translate, language))
    expect((await authority.ledger(MAIN_TIN)).length).toBe(before)
  })
}
