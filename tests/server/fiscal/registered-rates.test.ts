import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { percent, tsh } from '#tests/domain/example-invoice.ts'
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
  await sql`
    update fiscal_identities set
      registration = jsonb_set(registration, '{taxCodes,A}', '16'), tax_code_history = '[]'
    where company_id = ${shop.companyId}
  `.execute(backend.server.services.db)
})
afterAll(async () => await backend.close())

function aSaleAt(rate: number) {
  const sale = aSale(shop.productId)
  return invoiceInput({ ...sale, lines: sale.lines.map((line) => ({ ...line, rate: percent(rate) })) })
}

test('a sale is validated and signed at the rate the authority named at registration (TRA guide, tax codes)', async () => {
  expect(await shop.phone.pushOne('invoice.submit', aSaleAt(18))).toMatchObject({
    state: 'refused',
    code: 'INVOICE_RATE_UNKNOWN',
    fields: [{ path: 'lines.0.rate' }],
  })
  const invoice = invoiceOf(await shop.phone.pushOne('invoice.submit', aSaleAt(16)))
  expect(invoice.totals).toMatchObject({ totalIncludingTax: tsh(3_000), totalVat: tsh(413.79) })
  const { signed_bytes } = await backend.server.services.db
    .selectFrom('receipts')
    .select('signed_bytes')
    .where('invoice_id', '=', invoice.id)
    .executeTakeFirstOrThrow()
  expect(signed_bytes).toContain('<TAXAMOUNT>413.79</TAXAMOUNT>')
})

test('a phone that signs in gets the same rates', async () => {
  const { body } = await backend.server.call('session.read', {}, shop.phone.token)
  const { rates } = body as { rates: { taxType: string; rate: number; validFrom: string }[] }
  expect(rates).toContainEqual(
    expect.objectContaining({ taxType: 'standard', rate: 1600, validFrom: '2026-11-21', active: true }),
  )
})
