import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, fiscalDayOf, toInstant } from '#domain/calendar/east-africa.ts'
import { EAT_OFFSET_MS } from '#domain/calendar/east-africa-offset.ts'
import { readFacts } from '#server/services/insights/read-facts.ts'
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

const todayOf = () => fiscalDayOf(toInstant(backend.clock.now()))

async function facts(companyId = shop.companyId, today = todayOf()) {
  const read = await readFacts(backend.server.services.db, { companyId }, today)
  if (read === undefined) throw new Error('no company')
  return read
}

async function sell(payments?: []) {
  const input = invoiceInput(payments ? { ...aSale(shop.productId), payments } : aSale(shop.productId))
  expect(await shop.phone.pushOne('invoice.submit', input)).toMatchObject({ state: 'done' })
  return { invoiceId: input.invoiceId, saleAt: input.saleAt, total: input.totals.totalIncludingTax }
}

test('the server has sums by the hour, debts and counts of cash as a phone has them, of its company only', async () => {
  const stranger = await createShop(backend)
  const day = todayOf()
  const [paid, owed] = [await sell(), await sell([])]
  await shop.phone.pushOne('collection.save', {
    ...{ collectionId: randomUUID(), invoiceId: owed.invoiceId, at: owed.saleAt },
    fields: { day, type: 'cash', amount: 100, reference: '' },
  })
  const count = (counted: number, at: string) =>
    shop.phone.pushOne('drawer.count', {
      ...{ id: randomUUID(), day, operator: 'Asha', at, opening: 1000, expected: 5000, counted },
    })
  await count(5500, `${day}T17:00:00.000Z`)
  await count(5900, `${day}T18:00:00.000Z`)

  const tomorrow = addDays(day, 1)
  const { hours, debts, cashCounts } = await facts(shop.companyId, tomorrow)
  const hour = new Date(Date.parse(paid.saleAt) + EAT_OFFSET_MS).getUTCHours()
  expect([...hours.keys()]).toEqual([day])
  expect(hours.get(day)).toEqual(
    Array.from({ length: 24 }, (_, at) => (at === hour ? paid.total + owed.total : 0)),
  )
  expect(debts).toEqual([{ customer: '', day, amount: owed.total, payments: [{ day, amount: 100 }] }])
  expect(cashCounts).toEqual([{ day, operator: 'Asha', expected: 5000, difference: -100 }])

  const others = await facts(stranger.companyId, tomorrow)
  expect([others.hours.size, others.debts, others.cashCounts]).toEqual([0, [], []])
})
