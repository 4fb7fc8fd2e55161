import { randomUUID } from 'node:crypto'
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
afterAll(async () => {
  await backend.close()
})

const movement = (productId: string, quantity: number) => ({
  ...{ movementId: randomUUID(), productId, reason: 'received', quantity },
  at: '2026-11-21T18:00:00.000Z',
})

async function stockOf(productId: string) {
  const rows = await backend.server.services.db
    .selectFrom('aggregates')
    .select('figures')
    .where('company_id', '=', shop.companyId)
    .where('kind', '=', 'stock')
    .where('key', '=', productId)
    .execute()
  return rows.map(({ figures }) => [figures.quantity, figures.count])
}

test('the level is what was entered less what was sold since, with cancellations and refunds back in, each once (stock: sales count down, entries count up)', async () => {
  const { phone, productId } = shop
  const sell = async (pieces: number) => {
    const body = invoiceInput(aSale(productId, pieces))
    await phone.pushOne('invoice.submit', body)
    return body
  }
  await sell(7)
  expect(await stockOf(productId)).toEqual([])
  const operation = phone.operation('stock.add', movement(productId, 10_000))
  const [first] = await phone.push(operation)
  expect(first).toMatchObject({ state: 'done' })
  expect(await phone.push(operation)).toEqual([first])
  expect(await stockOf(productId)).toEqual([[10_000, 1]])
  const canceled = await sell(2)
  await phone.pushOne('invoice.cancel', { invoiceId: canceled.invoiceId, reason: 'Imekosewa' })
  const refunded = await sell(3)
  expect(await stockOf(productId)).toEqual([[7_000, 1]])
  const [line] = refunded.content.lines
  await phone.pushOne('invoice.credit', {
    ...{ invoiceId: refunded.invoiceId, creditNoteId: randomUUID(), reason: 'Imerudi', paidBy: 'cash' },
    ...{ lines: [{ lineId: line?.id, quantity: 1_000 }], total: 300_000 },
  })
  expect(await stockOf(productId)).toEqual([[8_000, 1]])
  // More than there is: a sale is never stopped, and a loss may leave less than nothing.
  await sell(9)
  expect(await phone.pushOne('stock.add', movement(productId, -500))).toMatchObject({ state: 'done' })
  expect(await stockOf(productId)).toEqual([[-1_500, 2]])
})

test('a movement that comes again under the id of another operation is answered alike and added once', async () => {
  const { phone, productId } = shop
  const [[before = 0, entries = 0] = []] = await stockOf(productId)
  const body = movement(productId, 5_000)
  const results = await Promise.all([1, 2].map(() => phone.pushOne('stock.add', body)))
  expect([...results, await phone.pushOne('stock.add', body)].map(({ state }) => state)).toEqual([
    'done',
    'done',
    'done',
  ])
  expect(await stockOf(productId)).toEqual([[before + 5_000, entries + 1]])
})

test('entries of two phones at the same time are both in the level', async () => {
  const { phone, productId } = shop
  const [[before = 0, entries = 0] = []] = await stockOf(productId)
  await Promise.all([1, 2, 3, 4].map((n) => phone.pushOne('stock.add', movement(productId, n * 1_000))))
  expect(await stockOf(productId)).toEqual([[before + 10_000, entries + 4]])
})

test('a product that is not there is refused', async () => {
  expect(await shop.phone.pushOne('stock.add', movement(randomUUID(), 1_000))).toMatchObject({
    state: 'refused',
    code: 'PRODUCT_NOT_FOUND',
  })
})
