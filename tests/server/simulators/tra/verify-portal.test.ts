import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GOLDEN_RECEIPT } from './sample-messages.ts'
import {
  control,
  makeDevice,
  NOW_MS,
  openSession,
  postReceipt,
  type RunningSimulator,
  runSimulator,
  type SimulatedDevice,
} from './simulated-shop.ts'

const HOSTILE = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`

let simulator: RunningSimulator
let device: SimulatedDevice
let token: string

beforeAll(async () => {
  simulator = await runSimulator()
  device = await makeDevice(simulator.baseUrl, { name: HOSTILE })
  token = (await openSession(simulator.baseUrl, device)).token
})

afterAll(() => simulator.end())

beforeEach(async () => {
  simulator.clock.ms = NOW_MS
  await control(simulator.baseUrl, 'POST', 'reset', { keepDevices: true })
  await postReceipt(simulator.baseUrl, device, token, GOLDEN_RECEIPT)
})

async function open(path: string) {
  const answer = await fetch(`${simulator.verifyUrl}/${path}`)
  const body = await answer.text()
  return { status: answer.status, url: answer.url, headers: answer.headers, body, text: plain(body) }
}

/** The words of a page, as a scraper or a person would have them. */
function plain(page: string): string {
  return page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

test('the link of the QR code leads to the receipt with the labels of the portal and equal totals', async () => {
  const page = await open('SIM7QX58_091507')
  expect(page.status).toBe(200)
  expect(page.url).toContain('/Verify/Verified?Secret=09:15:07')
  for (const words of [
    'SIMULATION - NOT A FISCAL RECEIPT',
    'P.O BOX:',
    'MOBILE: 255712000000',
    'TIN: 999000111',
    'VRN: 40001234A',
    'SERIAL NO: 10TZ199999',
    `UIN: ${device.uin}`,
    'TAX OFFICE: Simulated Tax Office',
    'CUSTOMER NAME: Asha &amp; Sons',
    'CUSTOMER ID TYPE: NIL',
    'CUSTOMER ID: n/a',
    'CUSTOMER MOBILE: 255712000000',
    'RECEIPT NO: 58',
    'Z NUMBER: 1/20260302',
    'RECEIPT DATE: 02/03/2026',
    'RECEIPT TIME: 09:15:07',
    'Cement 50kg 3 13,500.00 A',
    'TOTAL EXCL OF TAX: 20,493.22',
    'DISCOUNT: 1,000.00',
    'TAX RATE A (18%) 2,266.78',
    'TOTAL TAX: 2,266.78',
    'TOTAL INCL OF TAX: 22,760.00',
    'RECEIPT VERIFICATION CODE SIM7QX58',
  ]) {
    expect(page.text).toContain(words)
  }
  expect(page.text).not.toContain('START OF LEGAL RECEIPT')
  expect(page.body).not.toContain('<img')
})

test('the page has a strict policy, no script, and escapes every name', async () => {
  await postReceipt(
    simulator.baseUrl,
    device,
    token,
    GOLDEN_RECEIPT.replaceAll('>58<', '>59<')
      .replace('QX58', 'QX59')
      .replace('<DC>1', '<DC>2')
      .replace('Asha &amp; Sons', '&lt;script&gt;alert(3)&lt;/script&gt;')
      .replace('Paint brush', '&lt;b onclick=&quot;x&quot;&gt;'),
  )
  const page = await open('SIM7QX59_091507')
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(page.body).not.toMatch(/<script|<img|<b |onerror=alert\(2\)>"/)
  expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;')
  expect(page.body).toContain('&lt;script&gt;alert(3)')
  const sim = await (await fetch(`${simulator.baseUrl}/sim`)).text()
  expect(sim).not.toMatch(/<script|<img/)
})

test('a code without time asks for hour, minute and second, and leads on', async () => {
  const form = await open('SIM7QX58')
  expect(form.status).toBe(200)
  expect(form.body).toMatch(/name="Hour".*name="Minute".*name="Second"/s)
  const shown = await open('SIM7QX58?Hour=09&Minute=15&Second=07')
  expect(shown.text).toContain('TOTAL INCL OF TAX: 22,760.00')
  const oneDigit = await open('SIM7QX58?Hour=9&Minute=15&Second=07')
  expect(oneDigit.text).not.toContain('TOTAL INCL OF TAX')
})

test.each([
  ['an unknown code', 'NOPE0099_091507'],
  ['a wrong time', 'SIM7QX58_091508'],
  ['markup as code', '%3Cscript%3E'],
  ['nothing', ''],
  ['a bare secret', 'Verify/Verified?Secret=09:15:07&Code=%22%3E%3Cscript%3E'],
])('%s shows a form again with status 200', async (_, path) => {
  const page = await open(path)
  expect(page.status).toBe(200)
  expect(page.body).toContain('<form')
  expect(page.text).not.toContain('TOTAL INCL OF TAX')
  expect(page.body).not.toContain('<script')
})

test('lower case and the lower-case path find it too', async () => {
  const answer = await fetch(`${simulator.baseUrl}/efdmsrctverify/sim7qx58_091507`)
  expect(plain(await answer.text())).toContain('RECEIPT NO: 58')
})

test('two look-ups at once cross only when the portal is set to behave like the real one', async () => {
  const urls = [`${simulator.verifyUrl}/SIM7QX58_091507`, `${simulator.verifyUrl}/OTHER1_111111`]
  const cross = async () => {
    const [first = ''] = (await Promise.all(urls.map((url) => fetch(url, { redirect: 'manual' })))).map(
      (answer) => answer.headers.get('location') ?? '',
    )
    return await (await fetch(new URL(first, simulator.baseUrl))).text()
  }
  expect(await cross()).toContain('SIM7QX58')
  await control(simulator.baseUrl, 'PUT', 'profile', { verifyCrossing: true })
  await fetch(`${simulator.verifyUrl}/SIM7QX58_091507`, { redirect: 'manual' })
  await fetch(`${simulator.verifyUrl}/OTHER1_111111`, { redirect: 'manual' })
  const crossed = await fetch(`${simulator.verifyUrl}/Verify/Verified?Secret=09:15:07`)
  expect(plain(await crossed.text())).not.toContain('TOTAL INCL OF TAX')
})

test('the JSON version distinguishes found and unknown', async () => {
  expect((await control(simulator.baseUrl, 'GET', 'verify/SIM7QX58')).json).toMatchObject({
    found: true,
    time: '09:15:07',
    totalInclCents: 2_276_000,
  })
  expect(await control(simulator.baseUrl, 'GET', 'verify/NOPE00')).toEqual({
    status: 404,
    json: { found: false, reason: 'unknown' },
  })
})

test('the front page says what this is', async () => {
  const page = await (await fetch(simulator.baseUrl)).text()
  expect(page).toContain('not connected to the authority')
})
