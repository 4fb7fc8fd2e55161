import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPublicReceiptToken } from '#domain/receipts/public-receipt-token.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
})
afterAll(async () => await backend.close())

const makeToken = () => newPublicReceiptToken(Math.random)

async function open(token: string, init?: RequestInit, query = '?lang=en') {
  const answer = await fetch(`${backend.server.url}/slip/${token}${query}`, init)
  return { status: answer.status, headers: answer.headers, page: await answer.text() }
}

/** A submitted sale with its link. */
async function sell(token = makeToken()) {
  const body = { ...invoiceInput(aSale(shop.productId, 2)), slipToken: token }
  return { token, invoice: invoiceOf(await shop.phone.pushOne('invoice.submit', body)) }
}

describe('the public page of an invoice', () => {
  test('waits while the server does not know the invoice, and while it is a draft, with the same words', async () => {
    const token = makeToken()
    const before = await open(token)
    expect(before.status).toBe(200)
    expect(before.page).toContain('Waiting for the receipt')
    const body = { ...invoiceInput(aSale(shop.productId)), slipToken: token }
    await shop.phone.pushOne('invoice.save', body)
    const draft = await open(token)
    expect(draft).toMatchObject({ status: 200, page: before.page })
    const submitted = await shop.phone.pushOne('invoice.submit', { ...body, baseRev: 1 })
    expect(invoiceOf(submitted).slipToken).toBe(token)
    expect((await open(token)).page).not.toContain('Waiting for the receipt')
  })

  test('shows the receipt from its numbering on, says until the acknowledgement that TRA has not answered, then no more', async () => {
    const { token, invoice } = await sell()
    const numbered = await open(token)
    expect(numbered.page).toContain('TRA has not confirmed it yet')
    expect(numbered.page).toContain('http-equiv="refresh"')
    await deliver(backend.delivery, shop.identity)
    const issued = await open(token)
    expect(issued.page).not.toMatch(/not confirmed|http-equiv="refresh"/)
    for (const text of [
      'SI RISITI YA EFD - MAJARIBIO',
      'NOT A FISCAL RECEIPT - SIMULATION',
      invoice.receipt?.rctvnum,
      'Sukari',
      'Tsh&nbsp;6,000.00'.replace('&nbsp;', '\u00A0'),
      '915.25',
      'RECEIPT VERIFICATION CODE',
      invoice.receipt?.verifyUrl,
      '<svg',
    ]) {
      expect(issued.page).toContain(text)
    }
    expect(issued.page).not.toContain('COPY')
  })

  test('speaks the language that the address asks for, else the browser’s, else Swahili', async () => {
    const token = makeToken()
    const ask = async (accept: string, query = '') =>
      (await open(token, { headers: { 'accept-language': accept } }, query)).headers.get('content-language')
    expect(await ask('en-GB,en;q=0.9')).toBe('en')
    expect(await ask('fr-FR,sw;q=0.4,en;q=0.3')).toBe('sw')
    expect(await ask('de')).toBe('sw')
    expect(await ask('sw-TZ', '?lang=en')).toBe('en')
    expect((await open(token, {}, '?lang=sw')).page).toContain('Risiti inasubiriwa')
  })

  test('runs and loads nothing, is not cached, and is not indexed by search engines', async () => {
    const { page, headers } = await open((await sell()).token)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/)
    expect(policy).not.toMatch(/unsafe|script-src|'self'/)
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(page).not.toMatch(/<script|<img|<link|style="|\son\w+=/)
  })

  test('escapes what a seller typed', async () => {
    const sale = aSale(shop.productId)
    const hostile = '</p><script>alert(1)</script>'
    const content = { ...sale, lines: sale.lines.map((line) => ({ ...line, description: hostile })) }
    const slipToken = makeToken()
    await shop.phone.pushOne('invoice.submit', { ...invoiceInput(content), slipToken })
    const { page } = await open(slipToken)
    expect(page).toContain('&lt;script&gt;')
    expect(page).not.toContain('<script')
  })

  test('says of a cancellation before the numbers that there is no receipt, and marks the receipt after them', async () => {
    const token = makeToken()
    const body = { ...invoiceInput(aSale(shop.productId)), slipToken: token }
    await shop.phone.pushOne('invoice.save', body)
    await shop.phone.pushOne('invoice.cancel', { invoiceId: body.invoiceId, reason: 'Imekosewa' })
    expect((await open(token)).page).toContain('This sale was canceled')
    const sold = await sell()
    await shop.phone.pushOne('invoice.cancel', { invoiceId: sold.invoice.id, reason: 'Imekosewa' })
    const { page } = await open(sold.token)
    expect(page).toContain('The seller has canceled this receipt')
    expect(page).toContain('CANCELED')
  })

  test('a shortened link is reported as incomplete; an unknown token gets the waiting page', async () => {
    expect(await open('x')).toMatchObject({ status: 404 })
    expect((await open('x')).page).toContain('This link is incomplete')
    expect((await open(makeToken())).page).toBe((await open(makeToken())).page)
  })

  test('an invoice keeps its first link after later writes, and another invoice cannot take that link', async () => {
    const { token, invoice } = await sell()
    const neighbour = await createShop(backend)
    const stolen = { ...invoiceInput(aSale(neighbour.productId)), slipToken: token }
    const result = invoiceOf(await neighbour.phone.pushOne('invoice.submit', stolen))
    expect(result.receipt).not.toBeNull()
    expect((await open(token)).page).toContain(invoice.receipt?.rctvnum)
    const first = makeToken()
    const draft = { ...invoiceInput(aSale(shop.productId)), slipToken: first }
    await shop.phone.pushOne('invoice.save', draft)
    const again = await shop.phone.pushOne('invoice.save', { ...draft, baseRev: 1, slipToken: makeToken() })
    expect(invoiceOf(again).slipToken).toBe(first)
    const { slipToken: _, ...old } = draft
    const olderPhone = await shop.phone.pushOne('invoice.submit', { ...old, baseRev: 2 })
    expect(invoiceOf(olderPhone).slipToken).toBe(first)
  })

  test('a token of another form is refused with the operation, and no token is in the log', async () => {
    const body = { ...invoiceInput(aSale(shop.productId)), slipToken: randomUUID() }
    expect(await shop.phone.pushOne('invoice.save', body)).toMatchObject({
      state: 'refused',
      code: 'OPERATION_INVALID',
    })
    const { token } = await sell()
    await open(token)
    expect(JSON.stringify(backend.server.events)).not.toContain(token)
    expect(JSON.stringify(backend.server.events)).toContain('/slip/…')
  })

  // Last: it uses up what one address may ask.
  test('who opens hundreds of links a minute from one address is asked to wait, in words (design D16)', async () => {
    const token = makeToken()
    const statuses: number[] = []
    for (let asked = 0; asked < 610 && !statuses.includes(429); asked += 50) {
      statuses.push(
        ...(await Promise.all(Array.from({ length: 50 }, () => open(token)))).map(({ status }) => status),
      )
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    const { page, headers } = await open(token)
    expect(page).toContain('Too many people are opening this page')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})
