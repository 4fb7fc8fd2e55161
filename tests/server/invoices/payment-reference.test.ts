import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aSale,
  createShop,
  invoiceInput,
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

test('the reference of a payment stays with the invoice and changes no figure; a longer one than a form takes is refused', async () => {
  const sale = aSale(shop.productId)
  const submit = (reference: string) => {
    const payments = sale.payments.map((payment) => ({ ...payment, reference }))
    return shop.phone.pushOne('invoice.submit', invoiceInput({ ...sale, payments }))
  }
  const paid = invoiceInput(sale)
  expect(await shop.phone.pushOne('invoice.submit', paid)).toMatchObject({ state: 'done' })
  const noted = await submit(' QFT12  ZX9 ')
  const { totals } = paid
  expect(noted).toMatchObject({
    state: 'done',
    change: { row: { totals, payments: [{ reference: 'QFT12 ZX9' }] } },
  })
  expect(await submit('x'.repeat(61))).toMatchObject({ state: 'refused' })
})
