import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperationResult } from '#contract/sync.ts'
import { creditFigures } from '#domain/invoices/credit-note.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { listAggregates } from '#server/storage/invoices/aggregates.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Shop,
  signInPhone,
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

async function sold(pieces = 3): Promise<Invoice> {
  return invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId, pieces))))
}

/** Returns pieces of the only line. */
function refundBody(invoice: Invoice, pieces: number, overrides: object = {}) {
  const lineId = invoice.lines[0]?.id ?? ''
  return {
    invoiceId: invoice.id,
    creditNoteId: randomUUID(),
    lines: [{ lineId, quantity: pieces * 1000 }],
    reason: 'Imeharibika',
    paidBy: 'cash',
    total: pieces * 300_000,
    ...overrides,
  }
}

function codeOf(result: OperationResult): string {
  return result.state === 'done' ? 'done' : result.code
}

test('a refund gets the next number of its own series and moves no fiscal counter (no negative receipt exists)', async () => {
  const invoice = await sold()
  const first = invoiceOf(await shop.phone.pushOne('invoice.credit', refundBody(invoice, 1)))
  const second = invoiceOf(await shop.phone.pushOne('invoice.credit', refundBody(invoice, 2)))
  const [one, two] = second.creditNotes ?? []
  expect(first.creditNotes).toEqual([one])
  expect(two?.number).toBe((one?.number ?? 0) + 1)
  expect(one).toMatchObject({
    originalRctvnum: invoice.receipt?.rctvnum,
    total: 300_000,
    reason: 'Imeharibika',
  })
  expect(second.receipt).toEqual(invoice.receipt)
  expect(second.status).toBe(invoice.status)
  expect((await sold(1)).receipt?.gc).toBe((invoice.receipt?.gc ?? 0) + 1)
})

test('the other phones of the company see the refund, and those of another company do not', async () => {
  const invoice = await sold()
  const [friend, stranger] = [
    await signInPhone(backend.server, shop.companyId),
    (await createShop(backend)).phone,
  ]
  await shop.phone.pushOne('invoice.credit', refundBody(invoice, 1))
  const rowsOf = (changes: readonly unknown[]) =>
    changes.filter((change) => (change as { id: string }).id === invoice.id)
  const [seen] = rowsOf((await friend.pull()).changes) as { row: Invoice }[]
  expect(seen?.row.creditNotes).toHaveLength(1)
  expect(rowsOf((await stranger.pull()).changes)).toEqual([])
})

test('the same note twice is one note, under any operation', async () => {
  const invoice = await sold()
  const body = refundBody(invoice, 1)
  await shop.phone.pushOne('invoice.credit', body)
  const again = invoiceOf(await shop.phone.pushOne('invoice.credit', body))
  expect(again.creditNotes).toHaveLength(1)
})

test('never more is returned than is left, also when two phones return the last piece at once', async () => {
  const invoice = await sold(1)
  const friend = await signInPhone(backend.server, shop.companyId)
  const codes = (
    await Promise.all([
      shop.phone.pushOne('invoice.credit', refundBody(invoice, 1)),
      friend.pushOne('invoice.credit', refundBody(invoice, 1)),
    ])
  ).map(codeOf)
  expect(codes.sort()).toEqual(['CREDIT_NOTE_TOO_MUCH', 'done'])
})

test('two phones that refund parts of one indivisible line at once both get a note, to the cent of the line', async () => {
  const content = aSale(shop.productId, 3)
  const lines = content.lines.map((line) => ({
    ...{ ...line, unitPrice: toCents(3_333), discount: toBasisPoints(100) },
  }))
  const sale = invoiceInput({ ...content, lines, payments: [] })
  const invoice = invoiceOf(await shop.phone.pushOne('invoice.submit', sale))
  const friend = await signInPhone(backend.server, shop.companyId)
  // Both phones know of no other note: each shows the first third.
  const shown = { total: 3_300 }
  const results = await Promise.all(
    [shop.phone, friend].map((by) => by.pushOne('invoice.credit', refundBody(invoice, 1, shown))),
  )
  expect(results.map(codeOf)).toEqual(['done', 'done'])
  const last = await shop.phone.pushOne('invoice.credit', refundBody(invoice, 1, shown))
  const totals = (invoiceOf(last).creditNotes ?? []).map(({ total }) => total)
  expect(totals).toEqual([3_300, 3_299, 3_300])
  expect(invoice.totals.totalIncludingTax).toBe(9_899)
})

test.each<[string, (invoice: Invoice) => object, string]>([
  ['more than was sold', (invoice) => refundBody(invoice, 4), 'CREDIT_NOTE_TOO_MUCH'],
  ['nothing', (invoice) => refundBody(invoice, 1, { lines: [] }), 'CREDIT_NOTE_EMPTY'],
  ['no reason', (invoice) => refundBody(invoice, 1, { reason: ' ' }), 'CREDIT_NOTE_REASON_REQUIRED'],
  [
    'another amount than ours',
    (invoice) => refundBody(invoice, 1, { total: 299_999 }),
    'CREDIT_NOTE_TOTAL_DIFFERS',
  ],
  [
    'a line of nobody',
    (invoice) => refundBody(invoice, 1, { lines: [{ lineId: randomUUID(), quantity: 1000 }] }),
    'CREDIT_NOTE_LINE_UNKNOWN',
  ],
])('a refund of %s is refused and takes no number', async (_name, refund, code) => {
  const invoice = await sold()
  expect(codeOf(await shop.phone.pushOne('invoice.credit', refund(invoice)))).toBe(code)
  const before = invoiceOf(await shop.phone.pushOne('invoice.credit', refundBody(invoice, 1)))
  const after = invoiceOf(await shop.phone.pushOne('invoice.credit', refundBody(invoice, 1)))
  expect(after.creditNotes?.[1]?.number).toBe((before.creditNotes?.[0]?.number ?? 0) + 1)
})

test('a draft and a canceled receipt cannot be refunded; a refunded one cannot be canceled', async () => {
  const draft = invoiceInput(aSale(shop.productId))
  await shop.phone.pushOne('invoice.save', draft)
  const body = { ...refundBody(await sold(), 1), invoiceId: draft.invoiceId }
  expect(codeOf(await shop.phone.pushOne('invoice.credit', body))).toBe('CREDIT_NOTE_NOT_NUMBERED')
  const canceled = await sold()
  await shop.phone.pushOne('invoice.cancel', { invoiceId: canceled.id, reason: 'Imekosewa' })
  expect(codeOf(await shop.phone.pushOne('invoice.credit', refundBody(canceled, 1)))).toBe(
    'CREDIT_NOTE_INVOICE_CANCELED',
  )
  const refunded = await sold()
  await shop.phone.pushOne('invoice.credit', refundBody(refunded, 1))
  const cancel = { invoiceId: refunded.id, reason: 'Imekosewa' }
  expect(codeOf(await shop.phone.pushOne('invoice.cancel', cancel))).toBe('INVOICE_HAS_CREDIT_NOTES')
})

test('kept totals show the refund beside the gross', async () => {
  const own = await createShop(backend)
  const sale = invoiceInput(aSale(own.productId, 3))
  const invoice = invoiceOf(await own.phone.pushOne('invoice.submit', sale))
  await own.phone.pushOne('invoice.credit', refundBody(invoice, 1))
  const period = invoice.receipt?.issuedDay ?? ''
  const [day] = await listAggregates(backend.server.services.db, { companyId: own.companyId }, [
    { kind: 'day', period, key: '' },
  ])
  const credited = creditFigures(invoice, refundBody(invoice, 1).lines as never)
  const tax = credited.kind === 'ok' ? credited.figures.perLetter[0]?.tax : undefined
  expect(day).toMatchObject({
    count: 1,
    gross: 900_000,
    refundedCount: 1,
    refundedGross: 300_000,
    refundedVat: tax,
  })
})
