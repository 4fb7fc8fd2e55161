import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Aggregate } from '#contract/aggregates.ts'
import type { FiscalDeviceView } from '#contract/fiscal-devices.ts'
import type { Change, DigestAnswer, OperationResult, PullAnswer } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import { rowsDigest } from '#domain/replica/rows-digest.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Phone,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
let ownerToken: string
/** Sells at the same counter, and sees only the own sales. */
let other: Phone
let own: Invoice
let foreign: Invoice
let foreignDraft: Invoice

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  other = await signInPhone(backend.server, shop.companyId)
  const user = await createUser(backend.server.services.db, {
    ...{ user_type: 'company_owner', company_id: shop.companyId },
  })
  ownerToken = (await logInTestUser(backend.server, user.username)).token
  foreign = await sell(shop.phone, 2)
  foreignDraft = invoiceOf(await shop.phone.pushOne('invoice.save', invoiceInput(aSale(shop.productId))))
  own = await sell(other, 3)
})
afterAll(async () => await backend.close())

async function choose(rights: object): Promise<void> {
  const input = { id: other.userId, rights: { refund: true, cancel: true, maxDiscount: 10_000, ...rights } }
  const { status } = await backend.server.call('users.choose-rights', input, ownerToken)
  expect(status).toBe(200)
  // The server's cached rights of the person are older than this now.
  backend.clock.advance(2_001)
}

/** On credit, so that it is also a debt. */
async function sell(phone: Phone, pieces: number): Promise<Invoice> {
  const sale = { ...aSale(shop.productId, pieces), payments: [] }
  return invoiceOf(await phone.pushOne('invoice.submit', invoiceInput(sale)))
}

function payment(invoiceId: string) {
  const fields = { day: '2026-11-21', type: 'cash', amount: 100_000, reference: '' }
  return { collectionId: randomUUID(), invoiceId, fields, at: '2026-11-21T10:00:00.000Z' }
}

const changesOf = (page: PullAnswer, t: Change['t']) =>
  (page.changes as Change[]).filter((change) => change.t === t)
const shownIds = (page: PullAnswer) =>
  changesOf(page, 'invoice').flatMap(({ id, op }) => (op === 'put' ? [id] : []))
const dayOf = (page: PullAnswer) =>
  changesOf(page, 'aggregate').find(({ id }) => id.startsWith('day:'))?.row as Aggregate | undefined
const codeOf = (result: OperationResult) => (result.state === 'done' ? 'done' : result.code)

test('an operator sees the sales of everybody until the owner takes that right, also under an older app', async () => {
  expect(new Set(shownIds(await other.pull()))).toEqual(new Set([own.id, foreign.id, foreignDraft.id]))
  // An older app names no such right.
  await choose({})
  const page = await other.pull()
  expect(page.rights).toEqual(ALL_RIGHTS)
  expect(dayOf(page)?.count).toBe(2)
  await choose({ seeAllSales: false })
  await choose({})
  expect((await other.pull()).rights).toMatchObject({ seeAllSales: false })
})

test('without it the feed begins again, with the own invoices, debts and totals only', async () => {
  await choose({ seeAllSales: true })
  const paid = payment(own.id)
  expect(codeOf(await other.pushOne('collection.save', paid))).toBe('done')
  expect(codeOf(await shop.phone.pushOne('collection.save', payment(foreign.id)))).toBe('done')
  const before = await other.pull()
  expect(changesOf(before, 'collection')).toHaveLength(2)
  await choose({ seeAllSales: false })
  const page = await other.pull(before.next)
  expect(page.reset).toBe(true)
  expect(shownIds(page)).toEqual([own.id])
  expect(changesOf(page, 'collection').map(({ id }) => id)).toEqual([paid.collectionId])
  expect(dayOf(page)).toMatchObject({ count: 1, gross: own.totals.totalIncludingTax })
  const operators = changesOf(page, 'aggregate').filter(({ id }) => id.startsWith('month-operator:'))
  expect(operators.map(({ row }) => (row as Aggregate).key)).toEqual([other.userId])
  // Everybody else has the figures of the company.
  expect(dayOf(await shop.phone.pull())).toMatchObject({ count: 2 })
})

test('a later page brings what the operator sells, and of the others nothing but that it is not theirs', async () => {
  const { next } = await other.pull()
  const hidden = await sell(shop.phone, 1)
  const shown = await sell(other, 1)
  const page = await other.pull(next)
  expect(page.reset).toBeUndefined()
  expect(shownIds(page)).toEqual([shown.id])
  expect(changesOf(page, 'invoice').find(({ id }) => id === hidden.id)).toMatchObject({
    op: 'delete',
    row: null,
  })
  expect(dayOf(page)?.gross).toBe(own.totals.totalIncludingTax + shown.totals.totalIncludingTax)
})

test('refunds and cancellations of the own invoices count for the operator', async () => {
  const sale = await sell(other, 2)
  const { next } = await other.pull()
  const refund = {
    ...{ invoiceId: sale.id, creditNoteId: randomUUID(), reason: 'Imeharibika', paidBy: 'cash' },
    ...{ lines: [{ lineId: sale.lines[0]?.id ?? '', quantity: 1000 }], total: 300_000 },
  }
  expect(codeOf(await other.pushOne('invoice.credit', refund))).toBe('done')
  expect(dayOf(await other.pull(next))).toMatchObject({ refundedCount: 1, refundedGross: 300_000 })
})

test('what a phone compares with the server is the own part', async () => {
  const { changes, next } = await other.pull()
  const answer = await other.call('sync.digest', { cursor: next, nonce: randomUUID() })
  const rows = (changes as Change[]).filter(({ t, op }) => t === 'invoice' && op === 'put')
  const { slices, collections } = answer.body as DigestAnswer
  const digest = slices.find(({ t }) => t === 'invoice')
  expect(digest).toMatchObject(rowsDigest(rows.map(({ id, rev }) => ({ id, rev }))))
  const payments = (changes as Change[]).filter(({ t }) => t === 'collection')
  expect(payments).toHaveLength(1)
  expect(collections).toEqual(rowsDigest(payments.map(({ id, rev }) => ({ id, rev }))))
})

test('an invoice of another operator is unknown to every request', async () => {
  const find = (id: string) => other.call('invoices.find', { id })
  expect((await find(own.id)).status).toBe(200)
  expect(await find(foreign.id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  const beforeSaleAt = toInstant(Date.parse('2026-12-01T00:00:00.000Z'))
  const older = (await other.call('invoices.older', { beforeSaleAt })).body as { invoices: Invoice[] }
  expect(new Set(older.invoices.map(({ operatorId }) => operatorId))).toEqual(new Set([other.userId]))
  const range = { from: '2026-11-01', to: '2026-11-30' }
  expect(await other.call('fiscal.z-reports', range)).toMatchObject({ status: 403 })
})

test('the last receipt of the company is shown only with the right to see all sales', async () => {
  const device = { status: 200, body: { identities: [{ state: 'active', lastReceipt: null }] } }
  expect(await other.call('fiscal.device', {})).toMatchObject(device)
  const { body } = await backend.server.call('fiscal.device', {}, ownerToken)
  expect((body as FiscalDeviceView).identities[0]?.lastReceipt?.total).toBeGreaterThan(0)
})

test.each([
  ['invoice.cancel', () => ({ invoiceId: foreign.id, reason: 'Makosa' })],
  ['invoice.repair', () => ({ invoiceId: foreign.id })],
  [
    'invoice.email',
    () => ({ invoiceId: foreign.id, mailId: randomUUID(), to: 'asha@example.test', language: 'sw' }),
  ],
  [
    'invoice.credit',
    () => ({
      ...{ invoiceId: foreign.id, creditNoteId: randomUUID(), reason: 'Makosa', paidBy: 'cash' },
      ...{ lines: [{ lineId: foreign.lines[0]?.id ?? '', quantity: 1000 }], total: 300_000 },
    }),
  ],
  ['collection.save', () => payment(foreign.id)],
  ['invoice.save', () => invoiceInput(aSale(shop.productId), { invoiceId: foreignDraft.id, baseRev: 1 })],
  ['invoice.submit', () => invoiceInput(aSale(shop.productId), { invoiceId: foreignDraft.id, baseRev: 1 })],
] as const)('%s of it is refused as of one that does not exist', async (type, body) => {
  expect(codeOf(await other.pushOne(type, body()))).toBe('INVOICE_NOT_FOUND')
})

test('given the right again, the phone fetches everything', async () => {
  const { next } = await other.pull()
  await choose({ seeAllSales: true })
  const page = await other.pull(next)
  expect(page.reset).toBe(true)
  expect(shownIds(page)).toContain(foreign.id)
})
