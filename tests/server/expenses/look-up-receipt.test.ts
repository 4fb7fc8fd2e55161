import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSchema } from '#contract/sync.ts'
import { DAY_MS, toInstant } from '#domain/calendar/east-africa.ts'
import { NO_VENDOR } from '#domain/expenses/expense.ts'
import { toCents } from '#domain/money/cents.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lookUpExpenses } from '#server/services/expenses/look-up-expenses.ts'
import { lookUpReceipt } from '#server/services/expenses/look-up-receipt.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { Refusal } from '#server/services/refusal.ts'
import { companiesToLookUp } from '#server/storage/expense-look-ups.ts'
import { readExpenses } from '#server/storage/expenses.ts'
import { expenseFields as expenseFieldsOf } from '#sync/expense-fields.ts'
import { expenseFields, newExpense } from '#tests/support/an-expense.ts'
import {
  aSale,
  invoiceOf,
  type Market,
  openMarket,
  openShop,
  type Shop,
  written,
} from '#tests/support/shop.ts'

let market: Market
let seller: Shop
let buyer: Shop
let code: string
let time: string

beforeAll(async () => {
  market = await openMarket()
  seller = await openShop(market)
  buyer = await openShop(market)
  const sold = invoiceOf(await seller.phone.pushOne('invoice.submit', written(aSale(seller.productId))))
  await deliver(market.delivery, seller.identity.id)
  code = sold.receipt?.rctvnum ?? ''
  time = sold.receipt?.issuedTime ?? ''
})
afterAll(async () => await market.close())

const FREE = { take: async () => undefined, forgive: async () => undefined }

function contextOf(shop: Shop, userType: 'operator' | 'platform_admin' = 'operator'): ServiceContext {
  const companyId = userType === 'operator' ? shop.companyId : null
  const actor = { userId: shop.phone.userId, userType, companyId, organizationId: null }
  return { ...market.server.services, actor, operatorName: 'Asha Mfano' }
}

test('a receipt of another shop is read from the authority’s page: seller, day, lines, tax and total', async () => {
  const found = await lookUpReceipt(contextOf(buyer), market.delivery, FREE, { code, time })
  expect(found).toMatchObject({
    outcome: 'found',
    registeredAs: null,
    receipt: { code, seller: { taxNumber: seller.identity.tin, serial: seller.identity.certKey } },
  })
  expect(found.receipt?.seller.name).not.toBe('')
  expect(found.receipt?.items.length).toBeGreaterThan(0)
  expect(found.receipt?.day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(found.receipt?.total).toBeGreaterThan(found.receipt?.tax ?? Number.POSITIVE_INFINITY)
})

test('a wrong time is not found, an authority that cannot be asked is no answer', async () => {
  const wrong = { code, time: time === '23:59:59' ? '00:00:00' : '23:59:59' }
  expect(await lookUpReceipt(contextOf(buyer), market.delivery, FREE, wrong)).toMatchObject({
    outcome: 'not-found',
    receipt: null,
  })
  const away = { ...market.delivery.endpoint, verifyUrl: 'http://127.0.0.1:1/efdmsRctVerify' }
  for (const delivery of [undefined, { ...market.delivery, endpoint: away }]) {
    expect(await lookUpReceipt(contextOf(buyer), delivery, FREE, { code, time })).toMatchObject({
      outcome: 'unavailable',
    })
  }
})

test('the company hears of its own expense with this receipt, another company does not (spec §8)', async () => {
  const id = randomUUID()
  const kept = await buyer.phone.pushOne('expense.save', newExpense(id, { receiptCode: code }))
  expect(kept).toMatchObject({ state: 'done' })
  const asked = (shop: Shop) => lookUpReceipt(contextOf(shop), market.delivery, FREE, { code, time })
  expect(await asked(buyer)).toMatchObject({ outcome: 'found', registeredAs: id })
  expect(await asked(seller)).toMatchObject({ outcome: 'found', registeredAs: null })
})

test('only those who record expenses may ask, and not without end', async () => {
  const wish = { code, time }
  const admin = contextOf(buyer, 'platform_admin')
  await expect(lookUpReceipt(admin, market.delivery, FREE, wish)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const spent = { ...FREE, take: async () => Promise.reject(new Refusal('TOO_MANY_REQUESTS')) }
  await expect(lookUpReceipt(contextOf(buyer), market.delivery, spent, wish)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
})

test('over HTTP it answers in the form of the contract', async () => {
  const answer = await buyer.phone.call('expenses.look-up', { code: 'TEST00999', time: '09:31:08' })
  // These doors have no authority behind them.
  expect(answer).toMatchObject({
    status: 200,
    body: { outcome: 'unavailable', receipt: null, registeredAs: null },
  })
  expect(await buyer.phone.call('expenses.look-up', { code: '../x', time: '09:31:08' })).toMatchObject({
    status: 422,
  })
})

/** An expense as a phone without a line wrote it after scanning: the code, the time and what stands on the paper. */
async function scanned(wish: { code: string; time: string; total: number; name?: string }): Promise<string> {
  const id = randomUUID()
  const { code: receiptCode, time: receiptTime, total, name = '' } = wish
  const [item] = expenseFields().items
  if (!item) throw new Error('no item')
  const unitAmount = toCents(total)
  const written = newExpense(id, {
    receiptCode,
    receiptTime,
    time: receiptTime.slice(0, 5),
    vendor: { ...NO_VENDOR, name },
    items: [{ ...item, unitAmount }],
    payments: [{ method: 'CASH', amount: unitAmount }],
  })
  const createdAt = toInstant(market.clock.now())
  const done = await seller.phone.pushOne('expense.save', { ...written, createdAt })
  expect(done).toMatchObject({ state: 'done' })
  return id
}

async function stored(id: string) {
  const [expense] = await readExpenses(market.server.services.db, { companyId: seller.companyId }, [id])
  if (!expense) throw new Error('no expense')
  return expense
}

const lookUpDue = () => lookUpExpenses(market.delivery, seller.companyId)

test('a receipt scanned without a line is looked up later; only what the person left empty is filled in', async () => {
  const receipt = (await lookUpReceipt(contextOf(buyer), market.delivery, FREE, { code, time })).receipt
  const total = receipt?.total ?? 0
  const id = await scanned({ code, time, total, name: 'Duka la jirani' })
  expect(await companiesToLookUp(market.server.services.db, toInstant(market.clock.now()))).toContain(
    seller.companyId,
  )
  const before = await stored(id)
  expect(await lookUpDue()).toBe(1)
  const after = await stored(id)
  expect(after).toMatchObject({
    rev: before.rev + 1,
    vendor: { name: 'Duka la jirani', taxNumber: seller.identity.tin, serial: seller.identity.certKey },
    totals: before.totals,
    authority: { outcome: 'known', total },
  })
  const changes = (await seller.phone.pull()).changes.map((change) => v.parse(changeSchema, change))
  expect(changes.find((change) => change.id === id)).toMatchObject({
    row: { authority: { outcome: 'known' } },
  })
  expect(await lookUpDue()).toBe(0)
  const base = expenseFieldsOf(before)
  await seller.phone.pushOne('expense.save', {
    ...newExpense(id),
    baseRev: before.rev,
    base,
    fields: { ...base, status: 'canceled' },
  })
  // The finding is about the receipt, which stayed the same.
  expect(await stored(id)).toMatchObject({ status: 'canceled', authority: { outcome: 'known' } })
  expect(await lookUpDue()).toBe(0)
})

test('another total than the page’s is told; the person’s stays', async () => {
  const id = await scanned({ code, time, total: 100 })
  await lookUpDue()
  expect(await stored(id)).toMatchObject({ totals: { total: 100 }, authority: { outcome: 'differs' } })
})

test('a receipt that the page does not have is asked for again, and after a day said to be unknown', async () => {
  const id = await scanned({ code: 'TEST00777', time: '09:31:08', total: 100 })
  expect(await lookUpDue()).toBe(1)
  expect(await lookUpDue()).toBe(0)
  expect((await stored(id)).authority).toBeUndefined()
  market.clock.advance(10_000)
  expect(await lookUpDue()).toBe(1)
  market.clock.advance(DAY_MS)
  expect(await lookUpDue()).toBe(1)
  expect((await stored(id)).authority).toMatchObject({ outcome: 'unknown', total: null })
  expect(await lookUpDue()).toBe(0)
})
