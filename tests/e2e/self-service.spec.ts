import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import { expect, test } from './fixtures.ts'
import { findBarriers } from './scenes/find-barriers.ts'
import { chooseCertificate, issueCertificate } from './steps/certificate-file.ts'
import { fillLogin, logInAs, setLanguage } from './steps/log-in-as.ts'
import { translatorFor } from './steps/translate.ts'

const NEW_PASSWORD = 'Safari!2027'
/** The link behind an error that needs an explanation. */
const HELP = { en: 'What does this mean?', sw: 'Hii inamaanisha nini?' }

/** The newest mail to an address, as the mailbox of the demo shows it. */
async function mailTo(serverUrl: string, address: string): Promise<string> {
  const page = await (await fetch(`${serverUrl}/dev/mailbox`)).text()
  return page.split('<article>').find((article) => article.includes(`to ${address}`)) ?? ''
}

test('a forgotten password is replaced with the code from the mailbox, in Swahili on a phone (spec §4, §8)', async ({
  phone,
  demo,
}) => {
  const { page } = phone
  await setLanguage(phone, 'sw')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Umesahau nenosiri?' }).click()
  await expect(page).toHaveURL('/recover-password')
  await page.getByRole('button', { name: 'Tuma msimbo' }).click()
  await expect(page.getByLabel('Barua pepe')).toHaveAccessibleDescription(
    `Barua pepe sahihi inahitajika ${HELP.sw}`,
  )

  const [account] = await demo.database.run(
    `select email, password_hash from users where username = 'operator2'`,
  )
  const email = String(account?.['email'])
  await page.getByLabel('Barua pepe').fill(email)
  await page.getByRole('button', { name: 'Tuma msimbo' }).click()
  await expect(page).toHaveURL(/\/otp-reset-password\?verification=[\w-]{43}$/)
  await expect.poll(async () => mailTo(demo.url, email)).toMatch(/\b\d{6}\b/)
  const code = /\b\d{6}\b/.exec((await mailTo(demo.url, email)).replace(/^.*<pre>/s, ''))?.[0] ?? ''
  const field = page.getByLabel('Weka msimbo wa tarakimu 6 tuliotuma kwenye barua pepe yako')
  const send = async (typed: string) => {
    await field.fill(typed)
    await page.getByRole('button', { name: 'Endelea' }).click()
  }
  await send('12')
  await expect(field).toHaveAccessibleDescription(`Msimbo uwe na tarakimu 6 ${HELP.sw}`)
  await send(code === '000000' ? '000001' : '000000')
  await expect(field).toHaveAccessibleDescription(`Msimbo si sahihi ${HELP.sw}`)
  await send(code)
  await expect(page).toHaveURL(/\/reset-password\?verification=[\w-]{43}$/)

  await page.getByLabel('Nenosiri jipya', { exact: true }).fill('fupi')
  await page.getByLabel('Rudia nenosiri jipya').fill('fupi')
  await page.getByRole('button', { name: 'Hifadhi nenosiri' }).click()
  await expect(page.getByText(/Nenosiri jipya liwe na herufi 6 hadi 20/)).toBeVisible()
  try {
    await page.getByLabel('Nenosiri jipya', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Rudia nenosiri jipya').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Hifadhi nenosiri' }).click()
    await expect(page.getByRole('heading', { name: 'Nenosiri limebadilishwa' })).toBeVisible()
    await page.getByRole('link', { name: 'Ingia', exact: true }).click()
    await fillLogin(page, 'sw', { username: 'operator2', password: DEMO_PASSWORD })
    await expect(page.getByRole('alert').getByText('Hati sio sahihi')).toBeVisible()
    await fillLogin(page, 'sw', { username: 'operator2', password: NEW_PASSWORD })
    await expect(page).toHaveURL('/dashboard', { timeout: 60_000 })
  } finally {
    // Other tests on this server log in with the password of the demo.
    await demo.database.run(`update users set password_hash = $1 where username = 'operator2'`, [
      account?.['password_hash'],
    ])
  }
})

test('a form that was sent too often says from when it works again, and keeps what was typed', async ({
  phone,
}) => {
  const { page, context } = phone
  await setLanguage(phone, 'en')
  await context.route(/\/api\/v2\/user\/recover-password/, (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '3000' } }),
  )
  await page.goto('/recover-password')
  await page.getByLabel('Email').fill('asha@example.co.tz')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('alert')).toContainText(/Try again after \d\d:\d\d/)
  await expect(page.getByRole('alert')).not.toContainText('wait a moment')
  await expect(page.getByLabel('Email')).toHaveValue('asha@example.co.tz')
})

test('a message to the provider and a request to be registered arrive (spec §5, §8)', async ({
  phone,
  newPhone,
  demo,
  authority,
}) => {
  const { page } = phone
  await setLanguage(phone, 'en')
  await page.goto('/')
  await page.locator('main').getByRole('link', { name: 'Contact us' }).click()
  await expect(page.getByRole('link', { name: /700 000 100/ }).first()).toBeVisible()
  await page.getByLabel('Full name').fill('Asha Mfano')
  await page.getByLabel('Message').fill('How much is it?')
  await page.getByRole('button', { name: 'Send the message' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
    'A valid email is required',
  )
  await expect(page.getByLabel('Message')).toHaveValue('How much is it?')
  await page.getByLabel('Email', { exact: true }).fill('asha.mfano@example.com')
  await page.getByRole('button', { name: 'Send the message' }).click()
  await expect(page.getByText('Your message was sent. We will reply to your email.')).toBeVisible()
  expect(await mailTo(demo.url, 'msaada@example.com')).toContain('How much is it?')

  await page.goto('/')
  await page.getByRole('link', { name: 'Request registration' }).first().click()
  await expect(page).toHaveURL('/#register')
  const email = `juma-${Date.now()}@example.com`
  await page.getByLabel('Full name').fill('Juma Mfano')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone number').fill('754 000 001')
  await page.getByLabel('Company name').fill('Duka la Juma Mfano')
  await page.getByLabel('TIN').fill('12345678')
  await page.getByRole('button', { name: 'Request registration' }).click()
  await expect(page.getByLabel('TIN')).toHaveAccessibleDescription(
    `The TIN must have 9 digits, and 999-999-999 is for people abroad only ${HELP.en}`,
  )
  await page.getByLabel('TIN').fill('123456789')
  await page.getByRole('button', { name: 'Request registration' }).click()
  await expect(
    page.getByText('Your request was received. Account activation takes 2 working days'),
  ).toBeVisible()

  const admin = await newPhone()
  await logInAs(admin, 'admin')
  await admin.page.goto('/potential-clients')
  await admin.page.getByRole('button', { name: /Duka la Juma Mfano/ }).click()
  const sheet = admin.page.getByRole('dialog')
  await expect(sheet.getByRole('link', { name: email })).toBeVisible()
  await sheet.getByRole('button', { name: 'Mark as contacted' }).click()
  await expect(sheet.locator('[data-status="contacted"]')).toHaveText('Contacted')

  // The request becomes organization, company and owner; what is wrong is said at its field, and the mail goes out.
  await sheet.getByRole('button', { name: 'Register the company' }).click()
  const form = admin.page.getByRole('dialog', { name: 'Register the company' })
  await expect(form.getByLabel('Company name')).toHaveValue('Duka la Juma Mfano')
  await form.getByRole('textbox', { name: 'Email', exact: true }).fill('owner@example.com')
  await form.getByLabel('Address').fill('Mtaa wa Soko')
  await form.getByRole('button', { name: 'Register the company' }).click()
  await expect(form.getByLabel('Serial number')).toHaveAccessibleDescription(/The serial number is required/)
  await form.getByLabel('Serial number').fill('99TZ123456')
  await form.getByLabel('Username').fill('owner')
  await form.getByRole('button', { name: 'Register the company' }).click()
  await expect(form.getByLabel('Username')).toHaveAccessibleDescription(
    `Somebody already has this username ${HELP.en}`,
  )
  await form.getByLabel('Username').fill(email)
  await form.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  const device = { tin: '123456789', certkey: '99TZ123456', name: 'Duka la Juma Mfano' }
  const certificate = await issueCertificate(authority, device)
  await chooseCertificate(admin.page, form, translatorFor('en'), { ...certificate, pfxPassword: 'sio hili' })
  expect(await findBarriers(admin.page, { rules: 'all' })).toEqual([])
  await form.getByRole('button', { name: 'Register the company' }).click()
  const told = admin.page.getByRole('dialog', { name: 'Password for Juma Mfano' })
  const password = (await told.getByTestId('one-time-password').textContent()) ?? ''
  expect(await mailTo(demo.url, email)).toContain(password)
  await told.getByRole('button', { name: 'Done' }).click()
  await expect(admin.page.getByRole('heading', { level: 1, name: 'Duka la Juma Mfano' })).toBeVisible()
  // The company is there although its file was refused; its page says so and takes another one (spec §8).
  await expect(admin.page.getByRole('alert')).toContainText('Company created, but PFX file upload failed.')
  await admin.page.getByRole('button', { name: 'Upload the certificate' }).click()
  const upload = admin.page.getByRole('dialog')
  await chooseCertificate(admin.page, upload, translatorFor('en'), certificate)
  await upload.getByRole('button', { name: 'Upload the certificate' }).click()
  await expect(admin.page.getByText('The registration is missing')).toBeVisible()
  await admin.page.goto('/potential-clients')
  await expect(admin.page.locator('[data-status="converted"]').first()).toHaveText('Registered')
})

test('the landing page is read without any script, with prices, set-up time and the USSD code (spec §1, §2)', async ({
  demo,
}) => {
  for (const [language, words] of [
    ['en', ['Fiscal receipts from your phone', 'With VAT: Tsh\u00a069,620', '2 working days']],
    ['sw', ['Risiti za EFD kutoka kwenye simu yako', 'Pamoja na VAT: Tsh\u00a0142,780', 'siku 2 za kazi']],
  ] as const) {
    const page = await (await fetch(demo.url, { headers: { 'accept-language': language } })).text()
    for (const text of [...words, 'href="tel:*148*09%23"', '"@type":"SoftwareApplication"']) {
      expect(page).toContain(text)
    }
    const [picture = ''] = /\/pictures\/[\w-]+\.webp/.exec(page) ?? []
    expect((await fetch(new URL(picture, demo.url))).headers.get('content-type')).toBe('image/webp')
  }
})
