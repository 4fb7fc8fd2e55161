import { inlineScriptsOf } from '#server/http/app-files/app-file.ts'
import { contentSecurityPolicy, securityHeaders } from '#server/http/security-headers.ts'
import { expect, test } from './fixtures.ts'
import { offerUsage } from './steps/offer-usage.ts'
import { askToSubmit, writeInvoice } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

/** What Firebase asks of Google before it counts anything, and what a test answers in its place. */
const ANSWERS: readonly [RegExp, { contentType: string; body: string }][] = [
  [/googletagmanager\.com\/gtag\/js/, { contentType: 'text/javascript', body: '' }],
  [
    /firebase\.googleapis\.com/,
    { contentType: 'application/json', body: '{"measurementId":"G-1A2B3C","appId":"1:2:web:3"}' },
  ],
  [
    /firebaseinstallations\.googleapis\.com/,
    {
      contentType: 'application/json',
      body: JSON.stringify({
        fid: 'cabcdefghijklmnopqrst1',
        refreshToken: 'x',
        authToken: { token: 'x', expiresIn: '604800s' },
      }),
    },
  ],
]

test('nothing reaches Google before a person agrees; then Firebase sends exactly the limited event, under our content policy (spec §7)', async ({
  phone,
  faultProxy: line,
  demo,
}) => {
  const { page, context } = phone
  const asked: string[] = []
  await context.route(/^https?:\/\/(?!localhost|127\.)/, async (route) => {
    const url = route.request().url()
    asked.push(url)
    const answer = ANSWERS.find(([pattern]) => pattern.test(url))?.[1]
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    await route.fulfill(answer ? { ...answer, headers } : { status: 204, headers })
  })
  // The page as a server with usage statistics gives it out.
  const body = await (await fetch(`${demo.url}/login`)).text()
  const configured = { https: false, firebase: true, analytics: true }
  const headers = {
    ...Object.fromEntries(securityHeaders(configured)('text/html')),
    'content-security-policy': contentSecurityPolicy(configured, inlineScriptsOf(body)),
    'content-type': 'text/html; charset=utf-8',
  }
  line.inject(/^\/login$/, { kind: 'answer', status: 200, headers, body })
  await signIn(page)
  const finish = async () => {
    await writeInvoice(page)
    await (await askToSubmit(page)).click()
    await expect(page.getByText(/^Saved on this/)).toBeVisible()
    await page.getByRole('link', { name: 'Open the receipt' }).click()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/invoices$/)
  }
  await finish()
  expect(asked).toEqual([])

  offerUsage(line)
  await page.getByRole('button', { name: 'More', exact: true }).filter({ visible: true }).click()
  await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'Settings' }).click()
  const agreeing = page.getByRole('switch', { name: 'Share usage statistics' })
  await agreeing.click()
  await expect(agreeing).toBeChecked()
  expect(asked).toEqual([])
  await page.getByRole('link', { name: 'Invoices' }).filter({ visible: true }).first().click()
  await finish()
  /** The calls queued for Google's script. */
  const handed = async () => {
    const calls = await page.evaluate(() => {
      const dataLayer: unknown = Reflect.get(window, 'dataLayer')
      const laid: readonly ArrayLike<unknown>[] = Array.isArray(dataLayer) ? dataLayer : []
      return JSON.stringify(laid.map((call) => Array.from(call)))
    })
    return JSON.parse(calls) as [string, string, Record<string, unknown>][]
  }
  await expect
    .poll(async () => (await handed()).filter(([kind]) => kind === 'event'))
    .toEqual([
      [
        'event',
        'invoice_created',
        {
          value: expect.any(Number),
          currency: 'TZS',
          items: 1,
          payment_types: 'cash',
          connection: 'online',
          send_to: 'G-1A2B3C',
        },
      ],
    ])
  // Firebase hands them over by themselves, before or after the event.
  await expect
    .poll(async () => (await handed()).flatMap(([, , options]) => options?.['user_properties'] ?? []))
    .toEqual([{ user_type: 'operator', company: expect.any(String), language: 'en' }])
  expect(JSON.stringify(await handed())).not.toMatch(/Sukari|Asha|999000001/)
})
