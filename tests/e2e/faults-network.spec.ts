import type { Fault } from '../support/fault-proxy.ts'
import { expect, test } from './fixtures.ts'
import { watchLedger } from './steps/ledger.ts'
import { connectionStatus, expectAllSent, expectIssued, RECONNECT_WITHIN_MS } from './steps/outbox.ts'
import { askToSubmit, sell, writeInvoice } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

const PUSH = /\/sync\/push/
const SERVER = /^\/(v1|api)\//

/** Answers that say nothing about the invoices: the phone must ask again with the same bytes until one does. */
const BROKEN_ANSWERS: readonly { readonly name: string; readonly fault: Fault; readonly times?: number }[] = [
  { name: 'the connection is reset inside the request', fault: { kind: 'cut-request', afterBytes: 300 } },
  { name: 'the connection dies before the request arrives', fault: { kind: 'refuse' }, times: 2 },
  { name: 'the answer is lost after the commit', fault: { kind: 'lose-answer' }, times: 2 },
  ...[0, 40, 700].map((afterBytes) => ({
    name: `the answer is cut after ${afterBytes} bytes`,
    fault: { kind: 'cut-answer', afterBytes } as const,
  })),
  { name: 'the request arrives twice at the same moment', fault: { kind: 'twice' } },
  {
    name: 'a gateway answers 502 in its own words',
    fault: { kind: 'answer', status: 502, body: '<h1>Bad gateway</h1>' },
    times: 2,
  },
  {
    name: 'the answer is an empty object',
    fault: { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body: '{}' },
  },
]

test('for any loss of a request or its answer, each invoice is issued once (A3, A4, A5, A7, A16)', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page, context } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  const ids: string[] = []
  for (const { name, fault, times = 1 } of BROKEN_ANSWERS) {
    await test.step(name, async () => {
      await context.setOffline(true)
      ids.push(await sell(page))
      const met = line.inject(PUSH, fault, times)
      await context.setOffline(false)
      await expect.poll(met.hits, { timeout: 60_000 }).toBe(times)
      await expectAllSent(page)
      await ledger.grownBy(ids.length)
    })
  }
  await expectIssued(page, ids)
})

test('a request that the browser sends again by itself, because a re-used connection died, makes one receipt (A6)', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page, context } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  let asked = 0
  context.on('request', (request) => {
    if (PUSH.test(request.url())) asked += 1
  })
  const pushes = () => line.seen.filter(({ path }) => PUSH.test(path)).length
  const ids: string[] = []
  // Whether the connection of a push was used before is the browser's affair; within a few sales one was.
  for (let sales = 0; sales < 6 && pushes() <= asked; sales += 1) {
    const lost = line.inject(PUSH, { kind: 'lose-answer' })
    ids.push(await sell(page))
    await expect.poll(lost.hits).toBe(1)
    await expectAllSent(page)
  }
  expect(pushes()).toBeGreaterThan(asked)
  await ledger.grownBy(ids.length)
  await expectIssued(page, ids)
})

/** 511 and others are met without a browser (tests/faults); what a redirect does to a request is the browser's affair. */
const PORTALS: readonly { readonly name: string; readonly fault: Fault }[] = [
  {
    name: '200 and a page in HTML (A11)',
    fault: { kind: 'answer', status: 200, body: '<html><title>Karibu Wi-Fi</title></html>' },
  },
  {
    name: 'a redirect to its login (A12)',
    fault: { kind: 'answer', status: 302, headers: { location: 'http://wifi.invalid/login' }, body: '' },
  },
]

for (const { name, fault } of PORTALS) {
  test(`nothing leaves the queue, and it heals by itself, behind a Wi-Fi that answers everything with ${name}`, async ({
    phone,
    faultProxy: line,
    authority,
    owner,
  }) => {
    const { page } = phone
    await signIn(page)
    const ledger = await watchLedger(authority, owner)
    const portal = line.inject(SERVER, fault, Number.POSITIVE_INFINITY)
    const id = await sell(page)
    await expect.poll(portal.hits).toBeGreaterThan(1)
    await expect(connectionStatus(page)).toHaveText('No connection to the server')
    await expect(page.getByRole('link', { name: /^\d+ waiting/ })).toBeVisible()
    // The phone has a network, so it must not say that a sale is on its way.
    const next = await writeInvoice(page)
    await (await askToSubmit(page)).click()
    await expect(page.getByText('Saved on this phone. It will be sent when you are online')).toBeVisible()
    await page.goto(`/invoice/${id}`)
    await expect(page.getByText('Waiting to send').first()).toBeVisible()
    await expect(page.getByText('Not a fiscal receipt').first()).toBeVisible()
    await ledger.grownBy(0)
    portal.end()
    // No event reports that a portal lets requests through: only the next poll finds the server.
    await expect(connectionStatus(page)).toHaveText('Online', { timeout: RECONNECT_WITHIN_MS })
    await expectAllSent(page)
    await ledger.grownBy(2)
    await expectIssued(page, [id, next])
  })
}

test('503 and then 429 with Retry-After are obeyed, and then everything goes out (B1, B3)', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page, context } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  const asksToWait = (status: number, code: string) =>
    line.inject(PUSH, {
      kind: 'answer',
      status,
      headers: { 'content-type': 'application/json', 'retry-after': '3' },
      body: JSON.stringify({ code, message: 'later' }),
    })
  asksToWait(503, 'UNAVAILABLE')
  const busy = asksToWait(429, 'TOO_MANY_REQUESTS')
  // A person who writes slowly has the draft sent before the sale is finished; here one request has both.
  await context.setOffline(true)
  const id = await sell(page)
  await context.setOffline(false)
  await expect.poll(busy.hits, { timeout: 60_000 }).toBe(1)
  await expectAllSent(page)
  const pushes = line.seen.filter(({ path }) => PUSH.test(path))
  expect(pushes.map(({ status }) => status)).toEqual([503, 429, 200])
  for (const [index, { at }] of pushes.slice(1).entries()) {
    expect(at - (pushes[index]?.at ?? at)).toBeGreaterThanOrEqual(3_000)
  }
  await ledger.grownBy(1)
  await expectIssued(page, [id])
})

test('a proxy that takes only small requests (413) gets the queue in smaller ones (B11)', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page, context } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  await context.setOffline(true)
  const ids = [await sell(page), await sell(page), await sell(page)]
  const tooLarge = line.inject(
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

test('an invoice that every proxy refuses (413) is parked with its reason, and goes out when sent again (B11)', async ({
  phone,
  faultProxy: line,
  authority,
  owner,
}) => {
  const { page } = phone
  await signIn(page)
  const ledger = await watchLedger(authority, owner)
  const tooLarge = line.inject(
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
    .getByRole('link', { name: /^\d+ to check/ })
    .click({ timeout: 60_000 })
  await expect(page.getByText('This is too large to send').first()).toBeVisible()
  tooLarge.end()
  const again = page.getByRole('button', { name: 'Send again' })
  await expect(async () => {
    if ((await again.count()) > 0) await again.first().click({ timeout: 2_000 })
    await expect(page.getByText('Everything is sent')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await ledger.grownBy(1)
  await expectIssued(page, [id])
  await expectAllSent(page)
})
