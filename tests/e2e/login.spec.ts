import { expect, type Page } from '@playwright/test'
import type { Language } from '#i18n/language.ts'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import { test } from './fixtures.ts'
import { fillLogin, logInAs, setLanguage } from './steps/log-in-as.ts'
import { logOut } from './steps/log-out.ts'
import { BOTH, translatorFor } from './steps/translate.ts'

/** What the login says (spec §5, §8): the first as the specification quotes it, byte for byte. */
const EXPECTED_TEXTS = {
  en: {
    invalid: 'Invalid credentials',
    username: 'The username is required',
    password: 'The password is required',
    offline: 'You are offline. You need a connection to log in; what you typed stays here.',
    network: 'Network error. Check your connection and try again',
    chapter: 'Log in again, or the account is disabled',
  },
  sw: {
    invalid: 'Hati sio sahihi',
    username: 'Jina la mtumiaji linahitajika',
    password: 'Nenosiri linahitajika',
    offline: 'Hauko mtandaoni. Kuingia kunahitaji mtandao; unachoandika kitabaki hapa.',
    network: 'Hitilafu ya mtandao. Angalia muunganisho wako kisha ujaribu tena',
    chapter: 'Ingia tena, au akaunti imesitishwa',
  },
} as const

function fields(page: Page, language: Language) {
  const translate = translatorFor(language)
  return {
    username: page.getByLabel(translate('Username'), { exact: true }),
    password: page.getByLabel(translate('Password'), { exact: true }),
    button: page.getByRole('button', { name: translate('Log in'), exact: true }),
  }
}

for (const language of BOTH) {
  test(`the login says in ${language} what is missing and what is wrong, and keeps what was typed (spec §5, §8)`, async ({
    phone,
  }) => {
    const { page } = phone
    const expected = EXPECTED_TEXTS[language]
    await setLanguage(phone, language)
    await page.goto('/login')
    await expect(page.locator('#early-login')).toHaveCount(0)
    const { username, password, button } = fields(page, language)

    await button.click()
    await expect(username).toHaveAccessibleDescription(expected.username)
    await expect(password).toHaveAccessibleDescription(expected.password)
    await expect(username).toBeFocused()

    await username.fill(`nobody-${language}`)
    await button.click()
    await expect(username).not.toHaveAttribute('aria-invalid', 'true')
    await expect(password).toHaveAccessibleDescription(expected.password)
    await expect(password).toBeFocused()

    await password.fill('Sio#Hili1')
    await button.click()
    await expect(page.getByRole('alert').getByText(expected.invalid, { exact: true })).toBeVisible()
    await expect(username).toHaveValue(`nobody-${language}`)
    await expect(password).toHaveValue('Sio#Hili1')
    await expect(button).toBeEnabled()

    await page.getByRole('alert').getByRole('link').click()
    const help = page.getByRole('dialog')
    await expect(help.getByRole('heading', { name: expected.invalid })).toBeVisible()
    await expect(help.getByRole('heading', { name: expected.chapter })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(help).toHaveCount(0)
    await expect(password).toHaveValue('Sio#Hili1')
  })

  test(`offline the login says so in ${language}, keeps what was typed and continues when the connection is back (design D3)`, async ({
    phone,
  }) => {
    const { page, context } = phone
    const expected = EXPECTED_TEXTS[language]
    await setLanguage(phone, language)
    await page.goto('/login')
    await expect(page.locator('#early-login')).toHaveCount(0)
    // Cut while the worker's own script is fetched, the browser complains of that script.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const { username, password, button } = fields(page, language)
    await username.fill('operator')
    await context.setOffline(true)
    await expect(page.getByRole('status')).toHaveText(expected.offline)
    await password.fill('Karibu#2026')
    await button.click()
    await expect(page.getByRole('alert').getByText(expected.network)).toBeVisible()
    await expect(username).toHaveValue('operator')
    await expect(password).toHaveValue('Karibu#2026')

    await context.setOffline(false)
    await button.click()
    await expect(page).toHaveURL(/\/dashboard$/, { timeout: 60_000 })
  })
}

test('the server being away is said at the form, and a second try logs in', async ({
  phone,
  faultProxy: line,
}) => {
  const { page } = phone
  await setLanguage(phone, 'en')
  await page.goto('/login')
  await expect(page.locator('#early-login')).toHaveCount(0)
  // Cut while the worker's own script is fetched, the browser complains of that script.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  line.cut()
  await fillLogin(page, 'en', { username: 'operator' })
  await expect(page.getByRole('alert').getByText(EXPECTED_TEXTS.en.network)).toBeVisible({ timeout: 60_000 })
  line.heal()
  await fields(page, 'en').button.click()
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 60_000 })
})

test('when the part that logs in did not arrive, the form says so and asks for it again', async ({
  phone,
  faultProxy: line,
}) => {
  const { page } = phone
  await setLanguage(phone, 'en')
  const lost = line.inject(/\/assets\/session-/, { kind: 'refuse' }, 1_000)
  await page.goto('/login')
  await fillLogin(page, 'en', { username: 'operator' })
  await expect(page.getByRole('alert').getByText(EXPECTED_TEXTS.en.network)).toBeVisible()
  lost.end()
  const { username, button } = fields(page, 'en')
  await expect(username).toHaveValue('operator')
  // A browser that remembers the failure needs a new page, and with it what was typed.
  await page.evaluate(() => document.documentElement.setAttribute('data-failed', ''))
  await button.click()
  const isPageOfFailure = () => page.locator('html[data-failed]').isVisible()
  const goesOn = async () => page.url().endsWith('/dashboard') || !(await isPageOfFailure())
  await expect.poll(goesOn).toBe(true)
  if (!page.url().endsWith('/dashboard')) await fillLogin(page, 'en', { username: 'operator' })
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 60_000 })
})

/** Opens the login on a phone whose app does not arrive before `letThrough` is called. */
async function openEarly(page: Page) {
  const { promise, resolve: letThrough } = Promise.withResolvers<void>()
  // Also what the browser keeps of the app.
  await page.route(/\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  const early = page.locator('#early-login')
  return {
    early,
    username: early.getByLabel('Jina la mtumiaji / Username'),
    password: early.getByLabel('Nenosiri / Password'),
    button: early.getByRole('button'),
    letThrough,
  }
}

test('the form can be typed into before the app has arrived; its fields, text, focus and cursor stay', async ({
  phone,
}) => {
  const { page } = phone
  await setLanguage(phone, 'sw')
  const { early, username, password, letThrough } = await openEarly(page)
  await username.fill('operator')
  await password.pressSequentially('Karibu2026')
  for (let step = 0; step < 4; step += 1) await password.press('ArrowLeft')
  const before = await page.locator('#username, #password').elementHandles()
  await password.evaluate((field) => field.addEventListener('blur', () => (field.dataset['left'] = 'yes')))

  letThrough()
  await expect(early).toHaveCount(0)
  const after = fields(page, 'sw')
  await expect(after.username).toHaveValue('operator')
  await expect(after.password).toHaveValue('Karibu2026')
  await expect(after.password).toBeFocused()
  expect(await page.evaluate((nodes) => nodes.map((node) => node.isConnected), before)).toEqual([true, true])
  await expect(after.password).not.toHaveAttribute('data-left')
  await page.keyboard.type('#')
  await expect(after.password).toHaveValue('Karibu#2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 60_000 })
})

test('before the app has arrived the form says in both languages what is wrong, sends, and the app goes on with the answer', async ({
  phone,
  faultProxy: line,
}) => {
  const { page } = phone
  await setLanguage(phone, 'en')
  const { early, username, password, button, letThrough } = await openEarly(page)
  const both = (key: 'username' | 'password' | 'invalid' | 'network') =>
    `${EXPECTED_TEXTS.sw[key]} / ${EXPECTED_TEXTS.en[key]}`
  await button.click()
  await expect(username).toHaveAccessibleDescription(both('username'))
  await expect(password).toHaveAccessibleDescription(both('password'))
  await expect(username).toBeFocused()
  await username.fill('operator')
  await password.fill('Sio#Hili1')
  await button.click()
  await expect(early.getByRole('alert')).toHaveText(both('invalid'))
  const away = line.inject(/user\/login/, { kind: 'refuse' }, 1_000)
  await button.click()
  await expect(early.getByRole('alert')).toHaveText(both('network'))
  away.end()

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/user/login')) sent.push(request.method())
  })
  await password.fill(DEMO_PASSWORD)
  const answered = page.waitForResponse(/user\/login/)
  await button.click()
  await expect(button).toHaveText('Tafadhali subiri… / Please wait…')
  await expect(button).toBeDisabled()
  await expect(early.getByRole('alert')).toHaveCount(0)
  await answered
  letThrough()
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 60_000 })
  expect(sent).toEqual(['POST'])
})

test('what the form said before the app has arrived, it says afterwards', async ({ phone }) => {
  const { page } = phone
  await setLanguage(phone, 'en')
  const { early, username, password, button, letThrough } = await openEarly(page)
  await username.fill('operator')
  await password.fill('Sio#Hili1')
  await button.click()
  await expect(early.getByRole('alert')).toBeVisible()
  letThrough()
  await expect(early).toHaveCount(0)
  await expect(page.getByRole('alert').getByText(EXPECTED_TEXTS.en.invalid, { exact: true })).toBeVisible()
  await expect(fields(page, 'en').password).toHaveValue('Sio#Hili1')
})

test('where an account was signed in before, the early form leaves the sending to the app', async ({
  phone,
}) => {
  await logInAs(phone, 'operator')
  await logOut(phone.page)
  // Without a worker the app comes over the line, and a worker ends with its last page.
  await phone.page.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
  })
  const page = await phone.openTab()
  await phone.page.close()
  const { username, password, button, letThrough } = await openEarly(page)
  await username.fill('operator')
  await password.fill(DEMO_PASSWORD)
  await button.click()
  await expect(button).toBeDisabled()
  letThrough()
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 60_000 })
})

test('the intended page is kept over the login, with query and hash (spec §2)', async ({ phone }) => {
  const { page } = phone
  await setLanguage(phone, 'en')
  await page.goto('/invoices?status=issued#oldest')
  await expect(page).toHaveURL('/login?next=%2Finvoices%3Fstatus%3Dissued%23oldest')
  await fillLogin(page, 'en', { username: 'operator' })
  await expect(page).toHaveURL('/invoices?status=issued#oldest', { timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Invoices', exact: true })).toBeVisible()
})

/** One of each kind; the rule itself is proven with all of them (tests/domain/permissions/local-path.test.ts). */
const ELSEWHERE = ['https://evil.example/steal', '//evil.example', '/\\evil.example']

test('a next URL that leads to another site is not followed (spec §2)', async ({ phone }) => {
  const { page, context } = phone
  const asked: string[] = []
  context.on('request', (request) => asked.push(new URL(request.url()).hostname))
  await setLanguage(phone, 'en')
  for (const next of ELSEWHERE) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`)
    await fillLogin(page, 'en', { username: 'operator' })
    await expect(page, next).toHaveURL(/^http:\/\/localhost:\d+\/dashboard$/, { timeout: 60_000 })
    await logOut(page)
  }
  expect(new Set(asked)).toEqual(new Set(['localhost']))
})

test('who is logged in and opens /login goes to the dashboard, or where the address says (spec §2)', async ({
  phone,
}) => {
  const { page } = phone
  await logInAs(phone, 'operator')
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible()
  // The form that was shown before the program came is gone.
  await expect(page.locator('#early-login')).toHaveCount(0)
  await page.goto('/login?next=%2Fproducts')
  await expect(page).toHaveURL(/\/products$/)
  await page.goto('/login?next=%2F%2Fevil.example')
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('an open login page continues to its target when another tab logs in (spec §2)', async ({ phone }) => {
  await setLanguage(phone, 'en')
  const waiting = phone.page
  await waiting.goto('/products?open=x')
  await expect(waiting.getByRole('button', { name: 'Log in' })).toBeVisible()
  const other = await phone.openTab()
  await other.goto('/login')
  await fillLogin(other, 'en', { username: 'operator' })
  await expect(other).toHaveURL(/\/dashboard$/, { timeout: 60_000 })
  await expect(waiting).toHaveURL('/products?open=x')
  await expect(waiting.getByRole('heading', { name: 'Products and services' })).toBeVisible()
})

test('logging out ends the session on this phone: tokens are deleted, and Back shows none of its pages', async ({
  phone,
}) => {
  const { page } = phone
  await logInAs(phone, 'operator')
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Log out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log out' })
  await expect(dialog.getByText('Everything was sent. Nothing is waiting on this phone.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  const kept = await page.evaluate(() =>
    ['jwt', 'user', 'change-password'].map((key) => localStorage.getItem(key)),
  )
  expect(kept).toEqual([null, null, null])
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/invoices')
  await expect(page).toHaveURL('/login?next=%2Finvoices')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('a session that the server ended leads to the login, and from there back (spec §7)', async ({
  phone,
  faultProxy: line,
}) => {
  const { page } = phone
  await logInAs(phone, 'operator2')
  // The refusal must not reach a page that is being unloaded, because it could not show the message.
  await page.goto('about:blank')
  const refuse = (path: RegExp, code: string, message: string, times = 1) =>
    line.inject(
      path,
      {
        kind: 'answer',
        status: 401,
        headers: { 'content-type': 'application/problem+json' },
        body: JSON.stringify({
          type: `urn:risiti:problem:${code}`,
          title: 'No',
          status: 401,
          code,
          message,
          requestId: 'x',
        }),
      },
      times,
    )
  // A request of the page that was left may still arrive: until the app has asked for new tokens every one is refused.
  const expired = refuse(/\/sync\/pull/, 'TOKEN_EXPIRED', 'Expired JWT Token', 100)
  const refused = refuse(/\/user\/token\/refresh$/, 'REFRESH_REFUSED', 'Refresh refused')
  await page.goto('/products')
  await expect.poll(refused.hits, { timeout: 60_000 }).toBe(1)
  expired.end()
  await expect(page).toHaveURL('/login?next=%2Fproducts')
  await fillLogin(page, 'en', { username: 'operator2' })
  await expect(page).toHaveURL('/products', { timeout: 60_000 })
})
