import { expect, type Locator, type Page } from '@playwright/test'
import type { Language } from '#i18n/language.ts'
import {
  chargeButton,
  leaveSent,
  openCart,
  openEditor,
  openShelf,
  submit,
  writeDraft,
} from './scenes/editor.ts'
import { enter } from './steps/enter.ts'
import { MAIN_TIN } from './steps/ledger.ts'
import { changeRow } from './steps/phone-store.ts'
import { BOTH, type Words, wordsIn } from './steps/words.ts'
import { test } from './world.ts'

type Said = Record<Language, string>

const TIN: Said = { en: 'Please enter a correct TIN number', sw: 'Tafadhali weka namba sahihi ya TIN' }
const NIDA: Said = { en: 'Enter correct NIDA number', sw: 'Weka namba sahihi ya NIDA' }
const OTHER: Said = {
  en: 'Please enter a correct identification number',
  sw: 'Tafadhali weka namba sahihi ya kitambulisho',
}
const PHONE: Said = { en: 'Please enter a valid phone number', sw: 'Tafadhali weka namba sahihi ya simu' }
const EMAIL: Said = { en: 'Valid email required', sw: 'Barua pepe sahihi inahitajika' }
const NAME: Said = { en: 'Please enter a customer name', sw: 'Tafadhali weka jina la mteja' }
const TYPE: Said = {
  en: 'Please choose an identification type',
  sw: 'Tafadhali chagua aina ya kitambulisho',
}
const DUPLICATED: Said = {
  en: 'Customer identification number duplicated',
  sw: 'Namba ya kitambulisho cha mteja imejirudia',
}
const PRODUCT: Said = { en: 'Please enter a product name', sw: 'Tafadhali weka jina la bidhaa' }
const PRICE: Said = { en: 'Please enter a valid price', sw: 'Tafadhali weka bei sahihi' }
const UNKNOWN_PRODUCT: Said = {
  en: 'A product on this invoice is not on the server',
  sw: 'Bidhaa mojawapo kwenye ankara hii haipo kwenye seva',
}
const SAVE_AGAIN: Said = {
  en: 'Save the product again, then submit the invoice again',
  sw: 'Hifadhi bidhaa tena, kisha wasilisha ankara tena',
}
const VRN: Said = { en: 'Please enter a valid VRN', sw: 'Tafadhali weka VRN sahihi' }

/** Wrong numbers by identification type (spec §5; the number spaces are those of the authority's receipt). */
const NUMBERS: readonly { type: string; wrong: readonly string[]; says: Said }[] = [
  { type: 'TAX_IDENTIFICATION_NUMBER', wrong: ['99900000', '9990000012', '99900000A', ''], says: TIN },
  {
    type: 'NATIONAL_IDENTIFICATION_AUTHORITY',
    wrong: ['1990010100000000121', '19901301000000001200', '20990101000000001200', '19900101000000000000'],
    says: NIDA,
  },
  { type: 'VOTERS_NUMBER', wrong: ['T-12', 'T-1234-567/8'], says: OTHER },
  { type: 'PASSPORT', wrong: ['AB1', 'AB123456789012345678901'], says: OTHER },
  { type: 'DRIVING_LICENCE', wrong: ['400', '4000 123#'], says: OTHER },
]

/** Wrong ways to reach somebody, one of each at a time. */
const CONTACTS: readonly { phone: string; email: string; vrn: string }[] = [
  { phone: '12', email: 'asha', vrn: '1234' },
  { phone: '07000001012', email: 'asha@duka', vrn: '40-012345-XX' },
  { phone: '+1 212 555 0100', email: 'asha @example.com', vrn: '40-0123!5-X' },
]

function customerFields(page: Page, words: Words) {
  const field = (english: string) => page.getByRole('dialog').getByLabel(words(english))
  return {
    name: page.getByRole('dialog').getByRole('textbox', { name: words('Name'), exact: true }),
    type: field('Identification type'),
    number: field('Identification number'),
    phone: field('Phone number'),
    email: field('Email'),
    vrn: field('VAT registration number (VRN)'),
    save: page.getByRole('dialog').getByRole('button', { name: words('Save'), exact: true }),
  }
}

async function expectSays(field: Locator, says: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(says))
}

/** Everything wrong there is in English; in Swahili one of each kind: the rules do not know the language. */
function someOf<T>(all: readonly T[], language: Language): readonly T[] {
  return language === 'en' ? all : all.slice(0, 1)
}

async function tellsAtTheCustomer(page: Page, words: Words, language: Language): Promise<void> {
  await page.goto('/customers')
  const known = page.locator('main li button', { hasText: /TIN \d/ }).first()
  await expect(known).toBeVisible({ timeout: 30_000 })
  const taken = /TIN ([\d-]+)/.exec((await known.textContent()) ?? '')?.[1] ?? ''
  await page.getByRole('button', { name: words('New customer') }).click()
  const form = customerFields(page, words)
  await form.save.click()
  await expectSays(form.name, NAME[language])
  await expectSays(form.type, TYPE[language])

  await form.name.fill('Mama Neema Mfano')
  for (const { type, wrong, says } of NUMBERS) {
    await form.type.selectOption(type)
    for (const number of someOf(wrong, language)) {
      await form.number.fill(number)
      await form.save.click()
      await expectSays(form.number, says[language])
      await expect(form.number).toHaveValue(number)
    }
  }
  // One that another customer has (spec §8).
  await form.type.selectOption('TAX_IDENTIFICATION_NUMBER')
  await form.number.fill(taken)
  await form.save.click()
  await expectSays(form.number, DUPLICATED[language])
  await expect(form.number).toHaveValue(taken)

  await form.type.selectOption('NO_IDENTIFICATION')
  for (const contact of someOf(CONTACTS, language)) {
    await form.phone.fill(contact.phone)
    await form.email.fill(contact.email)
    await form.vrn.fill(contact.vrn)
    await form.save.click()
    await expectSays(form.phone, PHONE[language])
    await expectSays(form.email, EMAIL[language])
    await expectSays(form.vrn, VRN[language])
    await expect(form.phone).toHaveValue(contact.phone)
    await expect(form.email).toHaveValue(contact.email)
    await expect(form.vrn).toHaveValue(contact.vrn)
  }
  await expect(form.name).toHaveValue('Mama Neema Mfano')

  // A field that is mended no longer complains, the others still do.
  await form.phone.fill('0700 000 101')
  await expect(form.phone).not.toHaveAttribute('aria-invalid', 'true')
  await expectSays(form.email, EMAIL[language])
}

async function tellsAtTheAmounts(page: Page, words: Words, language: Language): Promise<void> {
  await writeDraft(page, words)
  await openCart(page, words)
  const line = page.getByRole('article')
  await line.getByRole('button', { expanded: false }).click()
  const price = page.getByLabel(words('Unit price'))
  const quantity = line.getByRole('textbox').first()
  const submitButton = chargeButton(page, words)
  for (const wrong of someOf(['elfu tatu', '12,50,0', '-500', '1.234'], language)) {
    await price.fill(wrong)
    await price.blur()
    await submitButton.click()
    await expectSays(price, '.+')
    await expect(price).toHaveValue(wrong)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await price.fill('3000')
  for (const wrong of someOf(['mbili', '0', '-1', '1.23456'], language)) {
    await quantity.fill(wrong)
    await submitButton.click()
    await expectSays(quantity, '.+')
    await expect(quantity).toHaveValue(wrong)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await quantity.fill('2')
  await expect(quantity).not.toHaveAttribute('aria-invalid', 'true')
}

async function tellsAtTheProduct(page: Page, words: Words, language: Language): Promise<void> {
  await openEditor(page)
  const shelf = await openShelf(page, words)
  await shelf.getByRole('button', { name: words('New product or service') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: words('Save'), exact: true }).click()
  await expectSays(dialog.getByLabel(words('Product or service name')), PRODUCT[language])
  await expectSays(dialog.getByLabel(words('Price, VAT included')), PRICE[language])
}

/** A product the server does not know is refused with the way to mend it. */
async function tellsUnknownProduct(page: Page, words: Words, language: Language): Promise<void> {
  const id = await writeDraft(page, words)
  await leaveSent(page, words)
  await changeRow(page, 'invoices', id, {
    lines: { 0: { productId: '01935000-0000-7000-8000-00000000dead' } },
  })
  await page.goto(`/edit-invoice/${id}`)
  await submit(page, words)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(UNKNOWN_PRODUCT[language], { timeout: 30_000 })
  await expect(alert).toContainText(SAVE_AGAIN[language])
  // Everything the person wrote is there to be mended.
  await page.getByRole('link', { name: words('Edit'), exact: true }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
}

for (const language of BOTH) {
  const words = wordsIn(language)

  test(`wrong input is told in ${language} at its field, nothing typed is lost, and nothing of it is sold (spec §5, §8)`, async ({
    phone,
    authority,
  }) => {
    test.setTimeout(300_000)
    const { page } = phone
    await enter(phone, 'operator', language)
    const before = (await authority.ledger(MAIN_TIN)).length
    await test.step('customers', () => tellsAtTheCustomer(page, words, language))
    await test.step('amounts', () => tellsAtTheAmounts(page, words, language))
    await test.step('products', () => tellsAtTheProduct(page, words, language))
    await test.step('a product unknown to the server', () => tellsUnknownProduct(page, words, language))
    expect((await authority.ledger(MAIN_TIN)).length).toBe(before)
  })
}
