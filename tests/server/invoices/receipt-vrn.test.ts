import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { startProgram } from '#tests/support/api-program.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(async () => await backend.close())

test('a receipt keeps the VRN it was numbered under when the company is deregistered from VAT', async () => {
  const shop = await createShop(backend)
  const { db } = backend.server.services
  const { vrn } = await db
    .selectFrom('companies')
    .select('vrn')
    .where('id', '=', shop.companyId)
    .executeTakeFirstOrThrow()
  const before = invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId))))
  expect(vrn).not.toBe('')
  expect(before.receipt?.vrn).toBe(vrn)
  const signed = await db
    .selectFrom('receipts')
    .select('signed_bytes')
    .where('invoice_id', '=', before.id)
    .executeTakeFirstOrThrow()
  // The authority's document has no place for it.
  expect(signed.signed_bytes).not.toContain(vrn)

  await db.updateTable('companies').set({ vrn: '' }).where('id', '=', shop.companyId).execute()
  const { body } = await shop.phone.call('invoices.find', { id: before.id })
  expect(body).toMatchObject({ receipt: { vrn } })
  const { program } = await startProgram(backend.server, shop.companyId)
  const receiptOf = async (id: string) => await program.get(`/v1/accounting/public/invoices/${id}/receipt`)
  expect(await receiptOf(before.id)).toMatchObject({ status: 200, body: { seller: { vrn } } })

  const sale = aSale(shop.productId)
  const content = { ...sale, lines: sale.lines.map((line) => ({ ...line, rate: toBasisPoints(0) })) }
  const input = invoiceInput(content, { totals: invoiceTotals(content, false) })
  const after = invoiceOf(await shop.phone.pushOne('invoice.submit', input))
  expect(after).toMatchObject({ vatRegistered: false, receipt: { gc: 2 } })
  expect(after.receipt).not.toHaveProperty('vrn')
  expect(await receiptOf(after.id)).toMatchObject({ status: 200, body: { seller: { vrn: '' } } })
})
