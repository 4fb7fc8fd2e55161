import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateUserStatus } from '#server/storage/accounts/users.ts'
import { ApiProgram, startProgram } from '../../support/api-program.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

const P = '/v1/accounting/public'
const ME = '/api/v2/public/auth/me'

let backend: TestBackend
let shop: Shop
let made: Awaited<ReturnType<typeof startProgram>>
let program: ApiProgram
beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  made = await startProgram(backend.server, shop.companyId)
  program = made.program
})
afterAll(async () => await backend.close())

const sale = (more: object = {}) => ({
  items: [{ productId: shop.productId, quantity: 2 }],
  payments: [{ type: 'cash', amount: 6000 }],
  submit: true,
  ...more,
})

test('what was deleted in the app is unknown to a program, and a merged customer is the one that was kept', async () => {
  const aCustomer = (name: string) => ({
    ...{ customerId: randomUUID(), baseRev: 0, base: null },
    fields: {
      ...{ name, identificationType: 'NO_IDENTIFICATION', identificationNumber: '', phone: '', email: '' },
      ...{ vatRegistrationNumber: '', active: true },
    },
  })
  const [deleted, merged, kept] = [aCustomer('Wa zamani'), aCustomer('Juma'), aCustomer('Juma Mfano')]
  for (const customer of [deleted, merged, kept]) await shop.phone.pushOne('customer.save', customer)
  await shop.phone.pushOne('customer.delete', { customerId: deleted.customerId })
  const before = await program.post(`${P}/invoices`, sale({ customerId: merged.customerId }))
  await shop.phone.pushOne('customer.merge', { customerId: merged.customerId, intoId: kept.customerId })
  const fields = { name: 'Ya zamani', unit: '', unitPrice: 100_000, taxType: 'standard', active: true }
  const product = { productId: randomUUID(), baseRev: 0, base: null, fields }
  await shop.phone.pushOne('product.save', product)
  await shop.phone.pushOne('product.delete', { productId: product.productId })

  expect((await program.get(`${P}/customers/${deleted.customerId}`)).status).toBe(404)
  expect((await program.get(`${P}/products/${product.productId}`)).status).toBe(404)
  expect((await program.get(`${P}/customers/${merged.customerId}`)).body).toMatchObject({
    id: kept.customerId,
  })
  const replaced = await program.post(`${P}/customers/${merged.customerId}`, merged.fields)
  expect(replaced.status).toBe(404)
  const forDeleted = await program.post(`${P}/invoices`, sale({ customerId: deleted.customerId }))
  expect(forDeleted.body).toMatchObject({ code: 'INVOICE_CUSTOMER_UNKNOWN' })
  const items = [{ productId: product.productId, quantity: 1 }]
  expect((await program.post(`${P}/invoices`, sale({ items }))).body).toMatchObject({
    code: 'INVOICE_PRODUCT_UNKNOWN',
  })
  const forMerged = await program.post(`${P}/invoices`, sale({ customerId: merged.customerId }))
  expect(forMerged.body).toMatchObject({ customer: { customerId: kept.customerId } })
  // The list has what was sold before the two became one, under either id.
  for (const { customerId } of [kept, merged]) {
    const { body } = await program.get(`${P}/invoices?customerId=${customerId}`)
    const ids = (body['data'] as readonly { id: string }[]).map(({ id }) => id)
    expect(new Set(ids)).toEqual(new Set([before.body['id'], forMerged.body['id']]))
  }
})

test('an item has its amount after the discount, with VAT and without (spec §3)', async () => {
  const items = [
    { productId: shop.productId, quantity: 3, unitPrice: 2500, discount: 5 },
    { productId: shop.productId, quantity: 1, unitPrice: 1000, taxType: 'zero_rated' },
  ]
  const inclusive = await program.post(`${P}/invoices`, sale({ items, payments: [], submit: false }))
  const amounts = [
    { amount: 7125, netAmount: 6038.14 },
    { amount: 1000, netAmount: 1000 },
  ]
  expect(inclusive.body).toMatchObject({ items: amounts, totals: { totalIncludingTax: 8125 } })
  const exclusive = { items, payments: [], submit: false, amountType: 'EXCLUSIVE' }
  expect((await program.post(`${P}/invoices`, sale(exclusive))).body).toMatchObject({
    items: [{ amount: 8407.5, netAmount: 7125 }, amounts[1]],
  })
})

test('a key says who it is; without one, with a mistyped, revoked or replaced one nothing opens', async () => {
  const { server } = backend
  const me = await program.get(ME)
  expect(me).toMatchObject({
    status: 200,
    body: {
      key: { name: 'Duka mtandaoni', mode: 'live' },
      company: { id: shop.companyId },
      fiscalState: 'active',
    },
  })
  const code = async (key: string) => (await new ApiProgram(server.url, key).get(ME)).body['code']
  expect(await code('')).toBe('KEY_MISSING')
  expect(await code(`${made.key.slice(0, -1)}!`)).toBe('KEY_INVALID')
  expect(await code(made.token)).toBe('KEY_INVALID')
  const other = await startProgram(server, shop.companyId)
  const rotated = await server.call('api-keys.rotate', { id: other.id, overlapHours: 1 }, other.token)
  const { key: newKey } = rotated.body as { key: string }
  expect((await other.program.get(ME)).status).toBe(200)
  backend.clock.advance(3_600_001)
  expect(await code(other.key)).toBe('KEY_EXPIRED')
  expect((await new ApiProgram(server.url, newKey).get(ME)).status).toBe(200)
  const again = await startProgram(server, shop.companyId)
  await server.call('api-keys.revoke', { id: again.id }, again.token)
  expect(await code(again.key)).toBe('KEY_REVOKED')
  const unmanned = await startProgram(server, shop.companyId)
  await updateUserStatus(server.services.db, unmanned.owner.id, 'inactive')
  expect(await code(unmanned.key)).toBe('USER_DISABLED')
})

test('the list of keys never has a key, and the database only its hash', async () => {
  const { services } = backend.server
  const { token } = await startProgram(backend.server, shop.companyId)
  const { body } = await backend.server.call('api-keys.list', {}, token)
  expect(JSON.stringify(body)).not.toContain(made.key)
  const rows = await services.db.selectFrom('api_secrets').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(made.key)
  const used = (body as { keys: { id: string; lastUsedAt: string | null; hint: string }[] }).keys
  expect(used.find(({ id }) => id === made.id)).toMatchObject({ hint: made.key.slice(0, 12) })
})

test('a sale of a program and one of a phone take the same numbers without a gap, and the phone sees the origin', async () => {
  const first = await program.post(`${P}/invoices`, sale({ externalReference: 'order 1' }))
  expect(first).toMatchObject({ status: 202, body: { status: 'submitted', origin: 'API' } })
  const { receipt, id, totals } = first.body as {
    receipt: { gc: number; rctvnum: string }
    id: string
    totals: object
  }
  expect(totals).toMatchObject({ totalIncludingTax: 6000 })
  const phone = invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId))))
  const third = await program.post(`${P}/invoices`, sale())
  expect([phone.receipt?.gc, (third.body['receipt'] as { gc: number }).gc]).toEqual([
    receipt.gc + 1,
    receipt.gc + 2,
  ])
  const { changes } = await shop.phone.pull()
  const pulled = changes.find((change) => (change as { id: string }).id === id)
  expect(pulled).toMatchObject({ row: { channel: 'API', origin: 'app' } })
  const page = await fetch(String(first.body['publicUrl']))
  expect(await page.text()).toContain(receipt.rctvnum)
  const paper = await program.get(`${P}/invoices/${id}/receipt`)
  expect(paper.body).toMatchObject({ rctvnum: receipt.rctvnum, invoiceId: id, environment: 'simulator' })
  const pdf = await program.get(`${P}/invoices/${id}/receipt.pdf?language=en`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect(pdf.text.startsWith('%PDF')).toBe(true)
})

test('a repeat after a lost answer is the same answer, letter for letter; another body under the key is refused', async () => {
  const key = randomUUID()
  const body = sale({ externalReference: 'order 7' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => program.post(`${P}/invoices`, body, key)),
  )
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const repeat = await program.post(`${P}/invoices`, body, key)
  expect(repeat.text).toBe(answers[0]?.text)
  expect(repeat.headers.get('idempotent-replayed')).toBe('true')
  expect(await program.post(`${P}/invoices`, sale(), key)).toMatchObject({
    status: 422,
    body: { code: 'IDEMPOTENCY_KEY_REUSED' },
  })
  // Another key with a known reference names the invoice that exists.
  expect(await program.post(`${P}/invoices`, body)).toMatchObject({
    status: 409,
    body: { code: 'INVOICE_REFERENCE_EXISTS', data: { invoiceId: answers[0]?.body['id'] } },
  })
  const found = await program.get(`${P}/invoices?externalReference=order%207`)
  expect(found.body['data']).toMatchObject([{ id: answers[0]?.body['id'], externalReference: 'order 7' }])
  const noKey = await fetch(`${program.url}${P}/invoices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${program.key}` },
    body: JSON.stringify(body),
  })
  expect(noKey.status).toBe(400)
  expect(await noKey.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REQUIRED' })
})

test('a key in place of one that stops at once knows its references: the order is not invoiced twice', async () => {
  const leaked = await startProgram(backend.server, shop.companyId)
  const body = sale({ externalReference: 'order 9' })
  const first = await leaked.program.post(`${P}/invoices`, body)
  expect(first.status).toBe(202)
  const rotated = await backend.server.call(
    'api-keys.rotate',
    { id: leaked.id, overlapHours: 0 },
    leaked.token,
  )
  expect((await leaked.program.get(ME)).body['code']).toBe('KEY_EXPIRED')
  const replaced = new ApiProgram(backend.server.url, (rotated.body as { key: string }).key)
  expect(await replaced.post(`${P}/invoices`, body)).toMatchObject({
    status: 409,
    body: { code: 'INVOICE_REFERENCE_EXISTS', data: { invoiceId: first.body['id'] } },
  })
})

test('a draft is written, replaced by its revision, submitted once, refunded; a canceled one keeps its number (spec §4)', async () => {
  const draft = await program.post(`${P}/invoices`, sale({ submit: false }))
  expect(draft).toMatchObject({ status: 201, body: { status: 'draft', receipt: null, rev: 1 } })
  const path = `${P}/invoices/${String(draft.body['id'])}`
  const { submit: _, ...content } = sale()
  expect(await program.post(path, { ...content, rev: 1, reference: 'PO 5' })).toMatchObject({
    status: 200,
    body: { reference: 'PO 5', rev: 2 },
  })
  const submitted = await program.post(`${path}/submit`, {})
  expect(submitted).toMatchObject({ status: 202, body: { status: 'submitted', reference: 'PO 5' } })
  const again = await program.post(`${path}/submit`, {})
  expect(again).toMatchObject({ status: 200, body: { receipt: submitted.body['receipt'] } })
  expect(await program.post(path, content)).toMatchObject({
    status: 409,
    body: { code: 'INVOICE_NOT_DRAFT' },
  })
  const [item] = submitted.body['items'] as { id: string }[]
  const refund = { items: [{ itemId: item?.id, quantity: 1 }], reason: 'Imerudishwa', paidBy: 'cash' }
  expect(await program.post(`${path}/credit-notes`, refund)).toMatchObject({
    status: 201,
    body: { creditNotes: [{ total: 3000 }] },
  })
  const other = await program.post(`${P}/invoices`, sale())
  const canceled = await program.post(`${P}/invoices/${String(other.body['id'])}/cancel`, { reason: 'Kosa' })
  expect(canceled).toMatchObject({
    status: 200,
    body: { status: 'canceled', receipt: other.body['receipt'] },
  })
})

test('a name that the company does not know is saved as a product first; wrong fields are named (spec §5)', async () => {
  const items = [{ productName: 'Ushauri wa kodi', quantity: 1.5, unitPrice: 1000.5, taxType: 'standard' }]
  const made = await program.post(`${P}/invoices`, { items, submit: true })
  expect(made).toMatchObject({ status: 202, body: { totals: { totalIncludingTax: 1500.75 } } })
  const again = await program.post(`${P}/invoices`, { items, submit: true })
  const productOf = (answer: typeof made) => (answer.body['items'] as { productId: string }[])[0]?.productId
  expect(productOf(again)).toBe(productOf(made))
  const withoutVat = { amountType: 'EXCLUSIVE', submit: true, payments: [{ type: 'cash', amount: 1180 }] }
  const named = [{ productName: 'Ukaguzi', quantity: 1, unitPrice: 1000 }]
  const exclusive = await program.post(`${P}/invoices`, { ...withoutVat, items: named })
  expect(exclusive).toMatchObject({ status: 202, body: { totals: { totalIncludingTax: 1180 } } })
  // Prices of the list include VAT: the next sale of it in the app costs the same.
  expect((await program.get(`${P}/products/${productOf(exclusive)}`)).body).toMatchObject({ unitPrice: 1180 })
  const wrong = async (body: object) => (await program.post(`${P}/invoices`, body)).body
  expect(await wrong({ items: [{ productId: randomUUID(), quantity: 1 }] })).toMatchObject({
    code: 'INVOICE_PRODUCT_UNKNOWN',
    fields: [{ path: 'items.0.productId' }],
  })
  expect(
    await wrong(sale({ items: [{ productId: shop.productId, quantity: 1, unitPrice: 1.005 }] })),
  ).toMatchObject({
    code: 'REQUEST_INVALID',
    fields: [{ path: 'items.0.unitPrice' }],
  })
  // A day that no month has must not become one of the next month.
  expect(await wrong(sale({ saleAt: '2026-02-30T10:00:00+03:00' }))).toMatchObject({
    code: 'REQUEST_INVALID',
    fields: [{ path: 'saleAt' }],
  })
  expect(await wrong(sale({ color: 'red' }))).toMatchObject({ code: 'REQUEST_INVALID' })
  expect(await wrong(sale({ payments: [{ type: 'cash', amount: 9000 }] }))).toMatchObject({
    code: 'INVOICE_PAYMENTS_EXCEED_TOTAL',
  })
})

test('a receipt is mailed once for each key; a draft and a mistyped address are refused (spec §1)', async () => {
  const sold = String((await program.post(`${P}/invoices`, sale())).body['id'])
  const key = randomUUID()
  for (let n = 0; n < 2; n += 1) {
    const answer = await program.post(`${P}/invoices/${sold}/email`, { to: 'asha@example.com' }, key)
    expect(answer).toMatchObject({ status: 202, body: { id: sold, status: 'submitted' } })
  }
  const { db } = backend.server.services
  const mails = await db.selectFrom('invoice_mails').selectAll().where('invoice_id', '=', sold).execute()
  expect(mails).toMatchObject([{ to_address: 'asha@example.com', language: 'sw' }])
  expect(await program.post(`${P}/invoices/${sold}/email`, { to: 'asha' })).toMatchObject({
    status: 422,
    body: { code: 'MAIL_ADDRESS_INVALID', fields: [{ path: 'to', code: 'MAIL_ADDRESS_INVALID' }] },
  })
  const draft = String((await program.post(`${P}/invoices`, sale({ submit: false }))).body['id'])
  const refused = await program.post(`${P}/invoices/${draft}/email`, { to: 'asha@example.com' })
  expect(refused.body['code']).toBe('MAIL_INVOICE_NOT_NUMBERED')
})

test('customers and products are written and read in pages; events say what changed since', async () => {
  const start = await program.get(`${P}/events?limit=100`)
  const customer = await program.post(`${P}/customers`, {
    name: 'Asha Traders',
    identificationType: 'TAX_IDENTIFICATION_NUMBER',
    identificationNumber: '100 200 300',
  })
  expect(customer).toMatchObject({ status: 201, body: { identificationNumber: '100200300', active: true } })
  const path = `${P}/customers/${String(customer.body['id'])}`
  const renamed = { name: 'Asha Traders Ltd', identificationType: 'NO_IDENTIFICATION' }
  expect(await program.post(path, renamed)).toMatchObject({ status: 200, body: { name: 'Asha Traders Ltd' } })
  expect(await program.get(path)).toMatchObject({ body: { name: 'Asha Traders Ltd', rev: 2 } })
  const product = await program.post(`${P}/products`, {
    name: 'Unga',
    unitPrice: 2500.5,
    taxType: 'exempted',
  })
  expect(product).toMatchObject({ status: 201, body: { unitPrice: 2500.5 } })
  const ids: unknown[] = []
  let after = ''
  do {
    const page = await program.get(`${P}/products?limit=1${after}`)
    ids.push(...(page.body['data'] as { id: string }[]).map(({ id }) => id))
    after = typeof page.body['next'] === 'string' ? `&after=${page.body['next']}` : ''
  } while (after !== '')
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining([shop.productId, product.body['id']]))
  const events = await program.get(`${P}/events?after=${String(start.body['next'])}`)
  expect(events.body).toMatchObject({ more: false, reset: false })
  expect(events.body['data']).toEqual([
    { type: 'customer', id: customer.body['id'], rev: 2, status: null },
    { type: 'product', id: product.body['id'], rev: 1, status: null },
  ])
})

test('scopes hold, records of another company are unknown, and a blocked company is refused until it is not', async () => {
  const reader = (await startProgram(backend.server, shop.companyId, ['customers:read'])).program
  expect(await reader.post(`${P}/invoices`, sale())).toMatchObject({
    status: 403,
    body: { code: 'KEY_SCOPE_MISSING' },
  })
  const neighbour = await createShop(backend)
  const theirs = (await startProgram(backend.server, neighbour.companyId)).program
  const own = await program.post(`${P}/invoices`, sale())
  const foreign = `${P}/invoices/${String(own.body['id'])}`
  const answers = [
    await theirs.get(foreign),
    await theirs.post(`${foreign}/cancel`, { reason: 'x' }),
    await theirs.get(`${P}/products/${shop.productId}`),
    await theirs.get(`${P}/invoices/${randomUUID()}`),
  ]
  expect(answers.map(({ body }) => body['code'])).toEqual(Array.from(answers, () => 'NOT_FOUND'))
  const sold = await theirs.post(`${P}/invoices`, sale())
  expect(sold.body).toMatchObject({ code: 'INVOICE_PRODUCT_UNKNOWN' })
  const setBlocked = async (blocked: boolean) =>
    await backend.server.services.db
      .updateTable('companies')
      .set({ blocked_by_tra: blocked })
      .where('id', '=', shop.companyId)
      .execute()
  const key = randomUUID()
  await setBlocked(true)
  const refused = await program.post(`${P}/invoices`, sale(), key)
  expect(refused.body['code']).toBe('COMPANY_BLOCKED_BY_TRA')
  const canceled = await program.post(`${P}/invoices/${String(own.body['id'])}/cancel`, { reason: 'Wrong' })
  expect(canceled).toMatchObject({ status: 200, body: { status: 'canceled' } })
  await setBlocked(false)
  expect((await program.post(`${P}/invoices`, sale(), key)).status).toBe(202)
})

test('each answer says its version and what is left of the minute, and the sixty-first write waits (RateLimit fields)', async () => {
  const busy = (await startProgram(backend.server, shop.companyId)).program
  const answers = await Promise.all(
    Array.from({ length: 61 }, () =>
      busy.post(`${P}/customers`, { name: '', identificationType: 'PASSPORT' }),
    ),
  )
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"write";q=60;w=60')
  expect(new Set(answers.map(({ headers }) => headers.get('risiti-version')))).toEqual(
    new Set(['2026-12-01']),
  )
  const late = answers.filter(({ status }) => status === 429)
  expect(late).toHaveLength(1)
  expect(late[0]?.headers.get('ratelimit')).toMatch(/^"write";r=0;t=\d+$/)
  expect(Number(late[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await busy.get(ME)).status).toBe(200)
})
