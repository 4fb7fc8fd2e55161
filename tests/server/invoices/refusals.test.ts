import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { toCents } from '#domain/money/cents.ts'
import { createCompany } from '#tests/support/tenants.ts'
import {
  aProduct,
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  registerAtSimulator,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
let stranger: Shop

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  stranger = await createShop(backend)
})
afterAll(async () => {
  await backend.close()
})

const sale = () => aSale(shop.productId)
const withCustomer = (customer: Partial<InvoiceContent['customer']>): InvoiceContent => {
  return { ...sale(), customer: { ...sale().customer, ...customer } }
}
const withLine = (line: Partial<InvoiceContent['lines'][number]>): InvoiceContent => {
  const content = sale()
  return { ...content, lines: content.lines.map((one) => ({ ...one, ...line })), payments: [] }
}

async function refusalOf(content: InvoiceContent, overrides = {}) {
  const result = await shop.phone.pushOne('invoice.submit', invoiceInput(content, overrides))
  return result.state === 'done'
    ? result.state
    : { code: result.code, ...('fields' in result && { fields: result.fields }) }
}

const cases: [string, () => InvoiceContent, string, string][] = [
  ['no lines', () => ({ ...sale(), lines: [], payments: [] }), 'INVOICE_NO_LINES', 'lines'],
  [
    'payments above the total (spec §5)',
    () => ({ ...sale(), payments: [{ type: 'cash', amount: toCents(300_001) }] }),
    'INVOICE_PAYMENTS_EXCEED_TOTAL',
    'payments',
  ],
  [
    'a product that was not saved (spec §5)',
    () => withLine({ productId: null }),
    'INVOICE_PRODUCT_NOT_SAVED',
    'lines.0.productId',
  ],
  [
    'an unknown product',
    () => withLine({ productId: randomUUID() }),
    'INVOICE_PRODUCT_UNKNOWN',
    'lines.0.productId',
  ],
  [
    'a product of another company',
    () => withLine({ productId: stranger.productId }),
    'INVOICE_PRODUCT_UNKNOWN',
    'lines.0.productId',
  ],
  [
    'an unknown customer',
    () => withCustomer({ customerId: randomUUID() }),
    'INVOICE_CUSTOMER_UNKNOWN',
    'customer.customerId',
  ],
  [
    'a TIN that is none (spec §5)',
    () =>
      withCustomer({
        name: 'Asha',
        identificationType: 'TAX_IDENTIFICATION_NUMBER',
        identificationNumber: '12',
      }),
    'CUSTOMER_TIN_INVALID',
    'customer.identificationNumber',
  ],
  [
    'a rate that was not in force on the day of the sale',
    () => withLine({ rate: toBasisPoints(1600) }),
    'INVOICE_RATE_UNKNOWN',
    'lines.0.rate',
  ],
  [
    'a price of nothing',
    () => withLine({ unitPrice: toCents(0) }),
    'INVOICE_LINE_PRICE_REQUIRED',
    'lines.0.unitPrice',
  ],
]

test.each(cases)('%s is refused at its field', async (_name, content, code, path) => {
  const refusal = await refusalOf(content())
  expect(refusal).toMatchObject({ code })
  expect(refusal).toHaveProperty('fields', expect.arrayContaining([{ path, code }]))
})

test('totals that differ from ours by a cent are refused', async () => {
  const totals = invoiceTotals(sale(), true)
  const tampered = { ...totals, totalVat: toCents(totals.totalVat - 1) }
  expect(await refusalOf(sale(), { totals: tampered })).toMatchObject({
    code: 'INVOICE_TOTALS_DIFFER',
    fields: [{ path: 'totals', code: 'INVOICE_TOTALS_DIFFER' }],
  })
})

test('a draft changed by two phones refuses the one who saw the older (optimistic revision)', async () => {
  const other = await signInPhone(backend.server, shop.companyId)
  const body = invoiceInput(sale())
  await shop.phone.pushOne('invoice.save', body)
  const theirs = invoiceInput(aSale(shop.productId, 2), { invoiceId: body.invoiceId, baseRev: 1 })
  expect((await other.pushOne('invoice.save', theirs)).state).toBe('done')
  const mine = invoiceInput(aSale(shop.productId, 3), { invoiceId: body.invoiceId, baseRev: 1 })
  expect(await shop.phone.pushOne('invoice.save', mine)).toMatchObject({
    state: 'refused',
    code: 'INVOICE_CHANGED_ELSEWHERE',
    data: { rev: 2 },
  })
  expect(await shop.phone.pushOne('invoice.submit', mine)).toMatchObject({
    code: 'INVOICE_CHANGED_ELSEWHERE',
  })
  const agreed = { ...theirs, baseRev: 1 }
  expect((await shop.phone.pushOne('invoice.save', agreed)).state).toBe('done')
})

test('one phone saves a draft repeatedly without having seen its own revisions', async () => {
  const body = invoiceInput(sale())
  const { invoiceId } = body
  const edits = [1, 2, 3].map((pieces) => invoiceInput(aSale(shop.productId, pieces), { invoiceId }))
  for (const edit of edits) {
    expect((await shop.phone.pushOne('invoice.save', { ...edit, baseRev: 0 })).state).toBe('done')
  }
  const submitted = await shop.phone.pushOne('invoice.submit', { ...edits[2], baseRev: 0 })
  expect(invoiceOf(submitted)).toMatchObject({ status: 'submitted', totals: { totalIncludingTax: 900_000 } })
})

test('what was submitted is no draft any more (spec §4)', async () => {
  const body = invoiceInput(sale())
  await shop.phone.pushOne('invoice.submit', body)
  expect(await shop.phone.pushOne('invoice.save', { ...body, baseRev: 9 })).toMatchObject({
    code: 'INVOICE_NOT_DRAFT',
  })
})

test('a draft is canceled freely, a numbered invoice with a reason, and both stay canceled', async () => {
  const draft = invoiceInput(sale())
  await shop.phone.pushOne('invoice.save', draft)
  const canceled = await shop.phone.pushOne('invoice.cancel', { invoiceId: draft.invoiceId, reason: '' })
  expect(invoiceOf(canceled).status).toBe('canceled')
  expect(await shop.phone.pushOne('invoice.submit', draft)).toMatchObject({
    code: 'INVOICE_ALREADY_CANCELED',
  })

  const sold = invoiceInput(sale())
  const { receipt } = invoiceOf(await shop.phone.pushOne('invoice.submit', sold))
  expect(
    await shop.phone.pushOne('invoice.cancel', { invoiceId: sold.invoiceId, reason: ' ' }),
  ).toMatchObject({
    code: 'INVOICE_CANCEL_REASON_REQUIRED',
    fields: [{ path: 'reason' }],
  })
  const returned = { invoiceId: sold.invoiceId, reason: 'Returned' }
  const after = invoiceOf(await shop.phone.pushOne('invoice.cancel', returned))
  expect(after).toMatchObject({ status: 'canceled', receipt: { gc: receipt?.gc } })
})

test('an invoice of another company cannot be canceled or repaired, and looks like an unknown one', async () => {
  const mine = invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(sale())))
  for (const invoiceId of [mine.id, randomUUID()]) {
    const cancel = await stranger.phone.pushOne('invoice.cancel', { invoiceId, reason: 'No' })
    const repair = await stranger.phone.pushOne('invoice.repair', { invoiceId })
    expect([cancel, repair]).toMatchObject([{ code: 'INVOICE_NOT_FOUND' }, { code: 'INVOICE_NOT_FOUND' }])
  }
})

test('without a device nothing is numbered, and the same operation succeeds once there is one', async () => {
  const company = await createCompany(backend.server.services.db)
  const phone = await signInPhone(backend.server, company.id)
  const operation = phone.operation('invoice.submit', invoiceInput(aSale(await aProduct(phone))))
  const [refused] = await phone.push(operation)
  expect(refused).toMatchObject({ state: 'refused', code: 'FISCAL_IDENTITY_MISSING' })
  await registerAtSimulator(backend, company)
  const [done] = await phone.push(operation)
  expect(invoiceOf(done).receipt?.gc).toBe(1)
})

test('a clock behind the last receipt makes the submission wait (TRA guide: never older than the previous, F4)', async () => {
  const { db } = backend.server.services
  await shop.phone.pushOne('invoice.submit', invoiceInput(sale()))
  await db
    .updateTable('fiscal_identities')
    .set({ last_issued_at: '2026-11-21T10:00:03.000Z' })
    .where('id', '=', shop.identity.id)
    .execute()
  const operation = shop.phone.operation('invoice.submit', invoiceInput(sale()))
  const [waiting] = await shop.phone.push(operation)
  expect(waiting).toMatchObject({ state: 'retry', code: 'CLOCK_BEHIND_LAST_RECEIPT', retryAfterMs: 3_100 })
  backend.clock.advance(4_000)
  const [done] = await shop.phone.push(operation)
  expect(done?.state).toBe('done')
})
