import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expenseFields as expenseFieldsOf } from '#contract/expense-body.ts'
import { changeSchema } from '#contract/sync.ts'
import { DAY_MS, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { NO_VENDOR } from '#domain/expenses/expense.ts'
import { toCents } from '#domain/money/cents.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import { Refusal } from '#server/ports/refusal.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { lookUpExpenses } from '#server/services/expenses/look-up-expenses.ts'
import { lookUpReceipt } from '#server/services/expenses/look-up-receipt.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { listDocuments, upsertDocuments } from '#server/storage/catalogue/documents.ts'
import { listCompaniesToLookUp } from '#server/storage/catalogue/expense-look-ups.ts'
import { expenseFields, newExpense } from '../../support/expense-input.ts'
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
let seller: Shop
let buyer: Shop
let third: Shop
let code: string
let time: string

beforeAll(async () => {
  backend = await startTestBackend()
  seller = await createShop(backend)
  buyer = await createShop(backend)
  third = await createShop(backend)
  const sold = invoiceOf(await seller.phone.pushOne('invoice.submit', invoiceInput(aSale(seller.productId))))
  await deliver(backend.delivery, seller.identity)
  code = sold.receipt?.rctvnum ?? ''
  time = sold.receipt?.issuedTime ?? ''
})
afterAll(async () => await backend.close())

const FREE = { consume: async () => undefined, refund: async () => undefined }

function contextOf(shop: Shop, userType: 'operator' | 'platform_admin' = 'operator'): ServiceContext {
  const companyId = userType === 'operator' ? shop.companyId : null
  const actor = { userId: shop.phone.userId, userType, companyId, organizationId: null }
  return { ...backend.server.services, actor, operatorName: 'Asha Mfano', rights: ALL_RIGHTS }
}

test('a receipt of another shop is read from the authority’s page: seller, day, lines, tax and total', async () => {
  const found = await lookUpReceipt(contextOf(buyer), backend.delivery, FREE, { code, time })
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
  expect(await lookUpReceipt(contextOf(buyer), backend.delivery, FREE, wrong)).toMatchObject({
    outcome: 'not-found',
    receipt: null,
  })
  const away = { ...backend.delivery.endpoint, verifyUrl: 'http://127.0.0.1:1/efdmsRctVerify' }
  for (const delivery of [undefined, { ...backend.delivery, endpoint: away }]) {
    expect(await lookUpReceipt(contextOf(buyer), delivery, FREE, { code, time })).toMatchObject({
      outcome: 'unavailable',
    })
  }
})

test('the company learns of its own expense with this receipt, another company does not (spec §8)', async () => {
  const id = randomUUID()
  const saved = await buyer.phone.pushOne('expense.save', newExpense(id, { receiptCode: code }))
  expect(saved).toMatchObject({ state: 'done' })
  const asked = (shop: Shop) => lookUpReceipt(contextOf(shop), backend.delivery, FREE, { code, time })
  expect(await asked(buyer)).toMatchObject({ outcome: 'found', registeredAs: id })
  expect(await asked(seller)).toMatchObject({ outcome: 'found', registeredAs: null })
})

test('only those who record expenses may ask, and not without end', async () => {
  const input = { code, time }
  const admin = contextOf(buyer, 'platform_admin')
  await expect(lookUpReceipt(admin, backend.delivery, FREE, input)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const spent = { ...FREE, consume: async () => Promise.reject(new Refusal('TOO_MANY_REQUESTS')) }
  await expect(lookUpReceipt(contextOf(buyer), backend.delivery, spent, input)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
})

test('over HTTP it answers in the form of the contract', async () => {
  const answer = await buyer.phone.call('expenses.look-up', { code: 'TEST00999', time: '09:31:08' })
  // The HTTP server of this test has no authority behind it.
  expect(answer).toMatchObject({
    status: 200,
    body: { outcome: 'unavailable', receipt: null, registeredAs: null },
  })
  expect(await buyer.phone.call('expenses.look-up', { code: '../x', time: '09:31:08' })).toMatchObject({
    status: 422,
  })
})

/**
 * An expense that a phone saved offline after scanning: the code, the time and what is printed on the
 * receipt.
 */
async function scanned(input: {
  code: string
  time: string
  total: number
  name?: string
  /** By the clock of the phone. */
  createdAt?: Instant
}): Promise<string> {
  const id = randomUUID()
  const { code: receiptCode, time: receiptTime, total, name = '' } = input
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
  const createdAt = input.createdAt ?? toInstant(backend.clock.now())
  const done = await seller.phone.pushOne('expense.save', { ...written, createdAt })
  expect(done).toMatchObject({ state: 'done' })
  return id
}

async function stored(id: string) {
  const [expense] = await listDocuments(
    backend.server.services.db,
    { companyId: seller.companyId },
    'expenses',
    [id],
  )
  if (!expense) throw new Error('no expense')
  return expense
}

const lookUpDue = () => lookUpExpenses(backend.delivery, seller.companyId)

test('a receipt scanned offline is looked up later; only what the person left empty is filled in', async () => {
  const receipt = (await lookUpReceipt(contextOf(buyer), backend.delivery, FREE, { code, time })).receipt
  const total = receipt?.total ?? 0
  const id = await scanned({ code, time, total, name: 'Duka la jirani' })
  expect(await listCompaniesToLookUp(backend.server.services.db, toInstant(backend.clock.now()))).toContain(
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

test('an expense saved with nothing but its code is completed by the look-up; it cannot be processed before', async () => {
  const id = randomUUID()
  const [receiptCode, receiptTime] = [code, time]
  const written = newExpense(id, {
    ...{ receiptCode, receiptTime, time: time.slice(0, 5), category: 'OTHER', vendor: NO_VENDOR },
    ...{ amountType: 'NO_TAX', items: [], payments: [] },
    automatic: ['figures', 'category', 'vendor', 'date'],
  })
  const createdAt = toInstant(backend.clock.now())
  expect(await third.phone.pushOne('expense.save', { ...written, createdAt })).toMatchObject({
    state: 'done',
  })
  const read = async () => {
    const [found] = await listDocuments(
      backend.server.services.db,
      { companyId: third.companyId },
      'expenses',
      [id],
    )
    if (!found) throw new Error('no expense')
    return found
  }
  const before = await read()
  expect(before).toMatchObject({ items: [], totals: { total: 0 } })
  const base = expenseFieldsOf(before)
  const close = {
    ...newExpense(id),
    baseRev: before.rev,
    base,
    fields: { ...base, status: 'processed' as const },
  }
  expect(await third.phone.pushOne('expense.save', close)).toMatchObject({
    state: 'refused',
    fields: [{ path: 'items.0.unitAmount', code: 'EXPENSE_AMOUNT_NOT_POSITIVE' }],
  })
  expect(await lookUpExpenses(backend.delivery, third.companyId)).toBe(1)
  const after = await read()
  expect(after).toMatchObject({
    vendor: { taxNumber: seller.identity.tin },
    authority: { outcome: 'known', total: after.totals.total },
    automatic: ['figures', 'category', 'vendor', 'date'],
  })
  expect(after.totals.total).toBeGreaterThan(0)
  // A phone that had not heard of it typed the vendor meanwhile: the vendor is the person's, the rest stays.
  const vendor = { ...NO_VENDOR, name: 'Duka la jirani' }
  const fields = { ...base, vendor, automatic: ['figures' as const, 'category' as const, 'date' as const] }
  await third.phone.pushOne('expense.save', { ...newExpense(id), baseRev: before.rev, base, fields })
  expect(await read()).toMatchObject({
    vendor: { name: 'Duka la jirani' },
    totals: after.totals,
    automatic: ['figures', 'category', 'date'],
  })
  // So are the note and the way to pay; the figures stay those of the receipt.
  const typed = { note: 'Unga', payments: [{ method: 'BANK' as const }] }
  const noted = { ...newExpense(id), baseRev: before.rev, base, fields: { ...base, typed } }
  expect(await third.phone.pushOne('expense.save', noted)).toMatchObject({ state: 'done' })
  expect(await read()).toMatchObject({
    ...{ totals: after.totals, typed },
    items: after.items.map((item) => ({ ...item, description: 'Unga' })),
    payments: [{ method: 'BANK', amount: after.totals.total }],
  })
})

test('a total that differs from the page’s is reported; the person’s stays', async () => {
  const id = await scanned({ code, time, total: 100 })
  await lookUpDue()
  expect(await stored(id)).toMatchObject({ totals: { total: 100 }, authority: { outcome: 'differs' } })
})

test('an amount that is changed after the answer is compared again; an answer without its VAT is asked for again', async () => {
  const sold = invoiceOf(await buyer.phone.pushOne('invoice.submit', invoiceInput(aSale(buyer.productId))))
  await deliver(backend.delivery, buyer.identity)
  const { rctvnum = '', issuedTime = '' } = sold.receipt ?? {}
  const id = await scanned({ code: rctvnum, time: issuedTime, total: 100 })
  await lookUpDue()
  const total = (await stored(id)).authority?.total ?? 0
  const change = async (amount: number, amountType: 'INCLUSIVE' | 'NO_TAX') => {
    const before = await stored(id)
    const base = expenseFieldsOf(before)
    const items = base.items.map((item) => ({ ...item, unitAmount: toCents(amount) }))
    const payments = [{ method: 'CASH' as const, amount: toCents(amount) }]
    const fields = { ...base, amountType, items, payments }
    const body = { ...newExpense(id), baseRev: before.rev, base, fields }
    expect(await seller.phone.pushOne('expense.save', body)).toMatchObject({ state: 'done' })
    return (await stored(id)).authority
  }
  expect(await change(total, 'INCLUSIVE')).toMatchObject({ outcome: 'known', total })
  expect(await change(total - 100, 'INCLUSIVE')).toMatchObject({ outcome: 'differs', total })
  expect(await lookUpDue()).toBe(0)
  const { db } = backend.server.services
  const { authority, ...rest } = await stored(id)
  if (!authority) throw new Error('no answer')
  const { tax: _, ...old } = authority
  const at = toInstant(backend.clock.now())
  await upsertDocuments(db, { companyId: seller.companyId }, 'expenses', [{ ...rest, authority: old }], at)
  expect(await change(total, 'NO_TAX')).toMatchObject({ outcome: 'known', total })
  expect(await lookUpDue()).toBe(1)
  expect((await stored(id)).authority).toEqual({ ...authority, outcome: 'known', at })
})

test('a receipt that the page does not have is asked for again, and after a day said to be unknown', async () => {
  const id = await scanned({ code: 'TEST00777', time: '09:31:08', total: 100 })
  expect(await lookUpDue()).toBe(1)
  expect(await lookUpDue()).toBe(0)
  expect((await stored(id)).authority).toBeUndefined()
  backend.clock.advance(10_000)
  expect(await lookUpDue()).toBe(1)
  backend.clock.advance(DAY_MS)
  expect(await lookUpDue()).toBe(1)
  expect((await stored(id)).authority).toMatchObject({ outcome: 'unknown', total: null })
  expect(await lookUpDue()).toBe(0)
})

test('the day in which it is asked for again begins when the server has it, whatever the clock of the phone says', async () => {
  for (const [code, behindMs] of [
    ['TEST00778', 2 * DAY_MS],
    ['TEST00779', -30 * DAY_MS],
  ] as const) {
    const createdAt = toInstant(backend.clock.now() - behindMs)
    const id = await scanned({ code, time: '09:31:08', total: 100, createdAt })
    expect(await lookUpDue()).toBe(1)
    expect((await stored(id)).authority).toBeUndefined()
    backend.clock.advance(DAY_MS)
    expect(await lookUpDue()).toBe(1)
    expect((await stored(id)).authority).toMatchObject({ outcome: 'unknown' })
  }
})
