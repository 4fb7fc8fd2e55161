import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSchema } from '#contract/sync.ts'
import { NO_VENDOR } from '#domain/expenses/expense.ts'
import { ownReceiptCode } from '#domain/expenses/receipt-code.ts'
import { toExchangeRate } from '#domain/money/currency.ts'
import { tsh } from '#tests/domain/example-invoice.ts'
import { expenseFields, newExpense } from '../../support/expense-input.ts'
import {
  createShop,
  type Phone,
  type Shop,
  signInPhone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

let backend: TestBackend
let shop: Shop
let other: Phone

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  other = await signInPhone(backend.server, shop.companyId)
})
afterAll(async () => {
  await backend.close()
})

type Change = Parameters<typeof newExpense>[1]

async function make(change: Change = {}): Promise<string> {
  const id = randomUUID()
  expect(await shop.phone.pushOne('expense.save', newExpense(id, change))).toMatchObject({ state: 'done' })
  return id
}

/** An edit of the expense as `make` made it. */
function edit(phone: Phone, id: string, change: Change) {
  const base = expenseFields({ receiptCode: ownReceiptCode(id) })
  return phone.pushOne('expense.save', {
    ...newExpense(id),
    baseRev: 1,
    base,
    fields: { ...base, ...change },
  })
}

test('an expense by hand gets its totals, its maker and a code of its own, and reaches every phone once', async () => {
  const id = await make()
  const changes = (await other.pull()).changes.map((change) => v.parse(changeSchema, change))
  const found = changes.filter((change) => change.id === id)
  expect(found).toMatchObject([
    {
      t: 'expense',
      rev: 1,
      row: {
        receiptCode: ownReceiptCode(id),
        totals: { net: tsh(20_000), vat: tsh(3_600), total: tsh(23_600), balance: 0 },
        createdByName: 'Asha Mfano',
        createdAt: '2026-01-02T06:31:00.000Z',
      },
    },
  ])
})

test('what the rules refuse is refused at its field (spec §5)', async () => {
  const short = newExpense(randomUUID(), { payments: [{ method: 'CASH', amount: tsh(1) }] })
  expect(await shop.phone.pushOne('expense.save', short)).toMatchObject({
    code: 'EXPENSE_PAYMENTS_DIFFER',
    fields: [{ path: 'payments' }],
  })
  const ahead = newExpense(randomUUID(), { day: '2031-01-01' as never })
  expect(await shop.phone.pushOne('expense.save', ahead)).toMatchObject({ code: 'EXPENSE_DATE_AHEAD' })
})

test('a receipt is registered once, whichever way its code was written, and again after a cancellation', async () => {
  const first = await make({ receiptCode: 'TEST00123' })
  const again = newExpense(randomUUID(), { receiptCode: 'https://verify.tra.go.tz/TEST00123_093108' })
  expect(await other.pushOne('expense.save', again)).toMatchObject({
    code: 'EXPENSE_CODE_REGISTERED',
    fields: [{ path: 'receiptCode' }],
    data: { existingId: first },
  })
  const base = expenseFields({ receiptCode: 'TEST00123' })
  const canceled = {
    ...newExpense(first),
    baseRev: 1,
    base,
    fields: { ...base, status: 'canceled' as const },
  }
  expect(await shop.phone.pushOne('expense.save', canceled)).toMatchObject({ state: 'done' })
  const anew = newExpense(randomUUID(), { receiptCode: 'TEST00123' })
  expect(await other.pushOne('expense.save', anew)).toMatchObject({ state: 'done' })
})

test('the same code from two phones at once is one expense and one refusal', async () => {
  const input = { receiptCode: `TWIN-${randomUUID()}` }
  const results = await Promise.all(
    [shop.phone, other].map((phone) => phone.pushOne('expense.save', newExpense(randomUUID(), input))),
  )
  expect(results.map((result) => (result.state === 'refused' ? result.code : result.state)).sort()).toEqual([
    'EXPENSE_CODE_REGISTERED',
    'done',
  ])
})

test('edits of different fields on two phones are both kept, amounts and payments as one', async () => {
  const id = await make()
  const half = { items: expenseFields().items.map((item) => ({ ...item, unitAmount: tsh(11_800) })) }
  await edit(shop.phone, id, { ...half, payments: [{ method: 'CASH', amount: tsh(11_800) }] })
  expect(await edit(other, id, { category: 'OTHER' })).toMatchObject({
    change: { rev: 3, row: { category: 'OTHER', totals: { total: tsh(11_800) } } },
  })
})

test('only a pending expense is edited; saying the same of a processed one again is done (spec §4)', async () => {
  const id = await make()
  expect(await edit(shop.phone, id, { status: 'processed' })).toMatchObject({ change: { rev: 2 } })
  expect(await edit(other, id, { status: 'processed' })).toMatchObject({ state: 'done', change: { rev: 2 } })
  expect(await edit(other, id, { status: 'canceled' })).toMatchObject({ code: 'EXPENSE_NOT_PENDING' })
  expect(await edit(other, id, { category: 'OTHER' })).toMatchObject({ code: 'EXPENSE_NOT_PENDING' })
})

test('an expense of another company and an unknown one are the same to an edit', async () => {
  const id = await make()
  const stranger = await createShop(backend)
  for (const foreign of [id, randomUUID()]) {
    expect(await edit(stranger.phone, foreign, { category: 'OTHER' })).toMatchObject({
      code: 'EXPENSE_NOT_FOUND',
    })
  }
})

test('an older app that does not know own categories and vendor records leaves them as they are', async () => {
  const [categoryId, vendorId] = [randomUUID(), randomUUID()]
  const id = await make({ category: 'OTHER', categoryId, vendorId })
  // It says what it saw without them, and what it changed.
  const base = expenseFields({ receiptCode: ownReceiptCode(id), category: 'OTHER' })
  const fields = { ...base, time: '10:15' }
  expect(await other.pushOne('expense.save', { ...newExpense(id), baseRev: 1, base, fields })).toMatchObject({
    state: 'done',
    change: { row: { time: '10:15', category: 'OTHER', categoryId, vendorId } },
  })
  // A category that it chose itself takes the place of the own one.
  const chosen = { ...fields, category: 'RENT' as const }
  const answer = await other.pushOne('expense.save', {
    ...newExpense(id),
    baseRev: 2,
    base: fields,
    fields: chosen,
  })
  expect(answer).toMatchObject({ state: 'done', change: { row: { category: 'RENT', vendorId } } })
  expect(answer).not.toMatchObject({ change: { row: { categoryId } } })
})

test('an edit by an app that does not know currencies keeps the currency and its rate (spec §3)', async () => {
  const money = { currency: 'USD' as const, currencyRate: toExchangeRate(26_505_000) }
  const id = await make(money)
  expect(await edit(other, id, { time: '11:11' })).toMatchObject({ state: 'done' })
  const changes = (await shop.phone.pull()).changes.map((change) => v.parse(changeSchema, change))
  expect(changes.filter((change) => change.id === id).at(-1)).toMatchObject({
    row: { ...money, time: '11:11' },
  })
})

test('an app that knows no automatic parts edits and cancels an expense that waits for its receipt', async () => {
  const figures = { amountType: 'NO_TAX' as const, items: [], payments: [], typed: { note: 'Unga' } }
  const receipt = { receiptCode: 'TEST00456', receiptTime: '09:30:15' }
  const automatic = ['figures', 'category', 'vendor', 'date'] as const
  const id = await make({ ...figures, ...receipt, category: 'OTHER', vendor: NO_VENDOR, automatic })
  const { typed: _, ...sent } = figures
  const base = expenseFields({ ...sent, ...receipt, category: 'OTHER', vendor: NO_VENDOR })
  const push = (rev: number, before: typeof base, fields: typeof base) =>
    other.pushOne('expense.save', { ...newExpense(id), baseRev: rev, base: before, fields })
  const edited = { ...base, category: 'RENT' as const }
  expect(await push(1, base, edited)).toMatchObject({
    change: {
      row: { category: 'RENT', typed: figures.typed, automatic: ['figures', 'vendor', 'date'], items: [] },
    },
  })
  const canceled = { ...edited, status: 'canceled' as const }
  expect(await push(2, edited, canceled)).toMatchObject({ change: { row: { status: 'canceled' } } })
})

test('an amount typed in an app that knows no automatic parts is typed', async () => {
  const receipt = { receiptCode: 'TEST00457', receiptTime: '09:30:15' }
  const automatic = ['figures', 'date'] as const
  const waiting = { amountType: 'NO_TAX' as const, items: [], payments: [], ...receipt }
  const id = await make({ ...waiting, automatic })
  const body = { ...newExpense(id), baseRev: 1, base: expenseFields(waiting), fields: expenseFields(receipt) }
  expect(await other.pushOne('expense.save', body)).toMatchObject({
    change: { row: { totals: { total: tsh(23_600) }, automatic: ['date'] } },
  })
})
