import type { Fault } from '../support/fault-proxy.ts'
import { watchLedger } from './steps/ledger.ts'
import { expectAllSent, expectIssued, lineWords } from './steps/outbox.ts'
import { sell } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'
import { expect, test } from './world.ts'

const PUSH = /\/sync\/push/
const SERVER = /^\/(v1|api)\//

/** Answers that say nothing about the invoices: the phone must ask again with the same bytes until one does. */
const BROKEN_ANSWERS: readonly { readonly name: string; readonly fault: Fault; readonly times: number }[] = [
  { name: 'the answer is lost after the commit (A5)', fault: { kind: 'lose-answer' }, times: 2 },
  { name: 'the connection dies before the request arrives (A4)', fault: { kind: 'refuse' }, times: 2 },
  ...[0, 1, 40, 200, 700].map((afterBytes) => ({
    name: `the answer is cut after ${afterBytes} bytes (A7)`,
    fault: { kind: 'cut-answer', afterBytes } as const,
    times: 1,
  })),
  { name: 'the request arrives twice at the same moment (A16)', fault: { kind: 'twice' }, times: 1 },
  {
    name: 'a gateway answers 502 in its own words',
    fault: { kind: 'answer', status: 502, body: '<h1>Bad gateway</h1>' },
    times: 2,
  },
  {
    name: 'the answer is an empty object',
    fault: { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body: '{}' },
    times: 1,
  },
]

for (const { name, fault, times } of BROKEN_ANSWERS) {
  test(`when ${name}, each invoice is issued once`, async ({ phone, line, authority, owner }) => {
    const { page, context } = phone
    await signIn(page)
    const ledger = await watchLedger(authority, owner)
    await context.setOffline(true)
    const ids = [await sell(page), await sell(page)]
    const met = line.meet(PUSH, fault, times)
    await context.setOffline(false)
    await expect.poll(met.hits, { timeout: 30_000 }).toBe(times)
    await expectAllSent(page)
    await ledger.grownBy(2)
    await expectIssued(page, ids)
  })
}

const PORTALS: readonly { readonly name: string; readonly fault: Fault }[] = [
  {
    name: '200 and a page in HTML (A11)',
    fault: { kind: 'answer', status: 200, body: '<html><title>Karibu Wi-Fi</title></html>' },
  },
  {
    name: 'a redirect to its login (A12)',
    fault: { kind: 'answer', status: 302, headers: { location: 'http://wifi.invalid/login' }, body: '' },
  },
  {
    name: '511 (A12)',
    fault: { kind: 'answer', status: 511, body: '<html>Network Authentication Required</html>' },
  },
]

for (const { name, fault } of PORTALS) {
  test(`behind a Wi-Fi that answers everything with ${name}, nothing leaves the queue, and it heals by itself`, async ({
    phone,
    line,
    authority,
    owner,
  }) => {
    test.setTimeout(90_000)
    const { page } = phone
    await signIn(page)
    const ledger = await watchLedger(authority, owner)
    const portal = line.meet(SERVER, fault, Number.POSITIVE_INFINITY)
    const id = await sell(page)
    await expect.poll(portal.hits).toBeGreaterThan(1)
    await expect(lineWords(page)).toHaveText('No connection to the server')
    await expect(page.getByRole('link', { name: /^\d+ waiting$/ })).toBeVisible()
    await page.goto(`/invoice/${id}`)
    await expect(page.getByText('Waiting to send').first()).toBeVisible()
    await expect(page.getByText('Not a fiscal receipt').first()).toBeVisible()
    await ledger.grownBy(0)
    portal.end()
    await expect(lineWords(page)).toHaveText('Online', { timeout: 30_000 })
    await expectAllSent(page)
    await ledger.grownBy(1)
    await expectIssued(page, [id])
  })
}

for (const status of [503, 429]) {
  test(`${status} with Retry-After is obeyed, and then everything goes out (B1, B3)`, async ({
    phone,
    line,
    authority,
    owner,
  }) => {
    test.setTimeout(90_000)
    const { page } = phone
    await signIn(page)
    const ledger = await watchLedger(authority, owner)
    const busy = line.meet(PUSH, {
      kind: 'answer',
      status,
      headers: { 'content-type': 'application/json', 'retry-after': '4' },
      body: JSON.stringify({ code: status === 503 ? 'UNAVAILABLE' : 'TOO_MANY_REQUESTS', message: 'later' }),
    })
    const id = await sell(page)
    await expect.poll(busy.hits).toBe(1)
    const refused = line.seen.find((request) => PUSH.test(request.path) && request.status === status)
    const next = () => line.seen.find(({ path, at }) => PUSH.test(path) && at > (refused?.at ?? 0))
    await expect.poll(next, { timeout: 30_000 }).toBeDefined()
    expect((next()?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(4_000)
    await expectAllSent(page)
    await ledger.grownBy(1)
    await expectIssued(page, [id])
  })
}

test('a proxy that takes only small requests (413) gets the queue in smaller ones (B11)', async ({
  phone,
  line,
  authority,
  owner,
}) => {
  test.setTimeout(90_000)
  const { page, context } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  await context.setOffline(true)
  const ids = [await sell(page), await sell(page), await sell(page)]
  const tooLarge = line.meet(
    PUSH,
    {
      kind: 'answer',
      status: 413,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'REQUEST_TOO_LARGE', message: 'too large' }),
    },
    2,
  )
  await context.setOffline(false)
  await expect.poll(tooLarge.hits).toBe(2)
  await expectAllSent(page)
  await ledger.grownBy(3)
  await expectIssued(page, ids)
})

test('one invoice that no proxy takes (413) is set aside with its reason, and goes out when sent again (B11)', async ({
  phone,
  line,
  authority,
  owner,
}) => {
  const { page } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  const tooLarge = line.meet(
    PUSH,
    {
      kind: 'answer',
      status: 413,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'REQUEST_TOO_LARGE', message: 'too large' }),
    },
    Number.POSITIVE_INFINITY,
  )
  const id = await sell(page)
  await page
    .locator('header')
    .getByRole('link', { name: /to check$/ })
    .click({ timeout: 30_000 })
  await expect(page.getByText('This is too large to send').first()).toBeVisible()
  tooLarge.end()
  const again = page.getByRole('button', { name: 'Send again' })
  await expect(async () => {
    if ((await again.count()) > 0) await again.first().click()
    await expect(page.getByText('Everything is synced')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await ledger.grownBy(1)
  await expectIssued(page, [id])
  await expectAllSent(page)
})
