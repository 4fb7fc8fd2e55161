import { expect, type Page } from '@playwright/test'
import type { Language } from '#i18n/language.ts'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import { test } from './fixtures.ts'
import { fillLogin, logInAs, setLanguage } from './steps/log-in-as.ts'
import { BOTH, translatorFor } from './steps/translate.ts'

type Form = { readonly current: string; readonly next: string; readonly again: string }
type Field = keyof Form

const NEW_PASSWORD = 'Mauzo#2027'

/** Every rule of spec §5 with a password that breaks only this one, and the message at its field. */
const RULES: readonly {
  readonly form: Partial<Form>
  readonly at: Field
  readonly expected: Record<Language, string>
}[] = [
  {
    form: { current: '' },
    at: 'current',
    expected: { en: 'The current password is required', sw: 'Nenosiri la sasa linahitajika' },
  },
  {
    form: { next: 'Ab1#x', again: 'Ab1#x' },
    at: 'next',
    expected: {
      en: 'The new password must have 6 to 20 characters',
      sw: 'Nenosiri jipya liwe na herufi 6 hadi 20',
    },
  },
  {
    form: { next: 'Mauzo#2027Mauzo#20277', again: 'Mauzo#2027Mauzo#20277' },
    at: 'next',
    expected: {
      en: 'The new password must have 6 to 20 characters',
      sw: 'Nenosiri jipya liwe na herufi 6 hadi 20',
    },
  },
  {
    form: { next: 'mauzo#2027', again: 'mauzo#2027' },
    at: 'next',
    expected: { en: 'Add at least one capital letter', sw: 'Weka angalau herufi kubwa moja' },
  },
  {
    form: { next: 'MAUZO#2027', again: 'MAUZO#2027' },
    at: 'next',
    expected: { en: 'Add at least one lowercase letter', sw: 'Weka angalau herufi ndogo moja' },
  },
  {
    form: { next: 'Mauzo#mema', again: 'Mauzo#mema' },
    at: 'next',
    expected: { en: 'Add at least one digit', sw: 'Weka angalau tarakimu moja' },
  },
  {
    form: { next: 'Mauzo2027', again: 'Mauzo2027' },
    at: 'next',
    expected: { en: 'Add at least one special character', sw: 'Weka angalau alama maalum moja' },
  },
  {
    form: { again: 'Mauzo#2028' },
    at: 'again',
    expected: { en: 'The passwords do not match', sw: 'Manenosiri hayalingani' },
  },
]

const WRONG_CURRENT: Record<Language, string> = {
  en: 'Current password invalid!',
  sw: 'Nenosiri la sasa si sahihi!',
}

function fieldsOf(page: Page, language: Language) {
  const translate = translatorFor(language)
  return {
    current: page.getByLabel(translate('Current password'), { exact: true }),
    next: page.getByLabel(translate('New password'), { exact: true }),
    again: page.getByLabel(translate('Repeat the new password'), { exact: true }),
    button: page.getByRole('button', { name: translate('Change password'), exact: true }),
  }
}

async function send(page: Page, language: Language, form: Partial<Form>): Promise<Form> {
  const whole: Form = { current: DEMO_PASSWORD, next: NEW_PASSWORD, again: NEW_PASSWORD, ...form }
  const fields = fieldsOf(page, language)
  await fields.current.fill(whole.current)
  await fields.next.fill(whole.next)
  await fields.again.fill(whole.again)
  await fields.button.click()
  return whole
}

async function expectFormUnchanged(page: Page, language: Language, form: Form): Promise<void> {
  const fields = fieldsOf(page, language)
  await expect(fields.current).toHaveValue(form.current)
  await expect(fields.next).toHaveValue(form.next)
  await expect(fields.again).toHaveValue(form.again)
}

for (const language of BOTH) {
  test(`errors of a new password are shown in ${language} at their fields, and nothing typed is lost (spec §5, §8)`, async ({
    phone,
  }) => {
    const { page } = phone
    await logInAs(phone, 'owner', language)
    await page.goto('/change-password')
    // The rules do not know the language: in Swahili one of them, and what the server says.
    for (const { form, at, expected: says } of language === 'en' ? RULES : RULES.slice(-1)) {
      const sent = await send(page, language, form)
      await expect(fieldsOf(page, language)[at]).toHaveAccessibleDescription(says[language])
      await expect(fieldsOf(page, language)[at]).toBeFocused()
      await expectFormUnchanged(page, language, sent)
    }
    const sent = await send(page, language, { current: 'Sio#Hili1' })
    await expect(fieldsOf(page, language).current).toHaveAccessibleDescription(WRONG_CURRENT[language])
    await expectFormUnchanged(page, language, sent)

    // Offline the form says so and keeps everything (design D3).
    await phone.context.setOffline(true)
    const kept = await send(page, language, {})
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 60_000 })
    await expectFormUnchanged(page, language, kept)
    await phone.context.setOffline(false)
  })
}

test('the first login must change the password: no page opens before, then the wanted one does (spec §2, §4)', async ({
  phone,
  newPhone,
}) => {
  const { page } = phone
  await setLanguage(phone, 'sw')
  await page.goto('/products')
  await fillLogin(page, 'sw', { username: 'newoperator' })
  await expect(page).toHaveURL('/change-password?next=%2Fproducts', { timeout: 60_000 })
  await expect(page.getByText('Lazima ubadilishe nenosiri kabla ya kuendelea')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('change-password'))).toBe('true')

  for (const path of ['/dashboard', '/invoices', '/new-invoice', '/sync', '/', '/login', '/nowhere']) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/change-password(\?next=.+)?$/)
    await expect(page.getByRole('heading', { name: 'Badilisha nenosiri' })).toBeVisible()
  }
  // Who cannot change it now leaves the phone to another person.
  await page.getByRole('button', { name: 'Toka' }).click()
  await expect(page).toHaveURL(/\/login/)
  await fillLogin(page, 'sw', { username: 'newoperator' })
  await expect(page).toHaveURL('/change-password?next=%2Fdashboard', { timeout: 60_000 })
  // The way there survives a reload and the other language.
  await page.goto('/products')
  await expect(page).toHaveURL('/change-password?next=%2Fproducts')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByText('You must change your password before you continue')).toBeVisible()
  await page.reload()
  await send(page, 'en', {})
  await expect(page).toHaveURL('/products', { timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Products and services' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('change-password'))).not.toBe('true')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard')

  // From now on only the new password counts, and it asks for no other.
  const other = await newPhone()
  await setLanguage(other, 'en')
  await other.page.goto('/login')
  await fillLogin(other.page, 'en', { username: 'newoperator' })
  await expect(other.page.getByRole('alert').getByText('Invalid credentials')).toBeVisible()
  await fillLogin(other.page, 'en', { username: 'newoperator', password: NEW_PASSWORD })
  await expect(other.page).toHaveURL('/dashboard', { timeout: 60_000 })
})
