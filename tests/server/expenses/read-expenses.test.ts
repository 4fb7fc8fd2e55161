import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expenseFields as expenseFieldsOf } from '#contract/expense-body.ts'
import type { OperationBody } from '#contract/operations.ts'
import { changeSchema } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { NO_VENDOR } from '#domain/expenses/expense.ts'
import { ownReceiptCode } from '#domain/expenses/receipt-code.ts'
import { readReceiptText } from '#domain/expenses/receipt-text.ts'
import type { ReceiptReader } from '#server/gateways/receipt-reader/gateway.ts'
import { createReceiptReader } from '#server/gateways/receipt-reader/live.ts'
import { lookUpExpenses } from '#server/services/expenses/look-up-expenses.ts'
import { readExpenses } from '#server/services/expenses/read-expenses.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { listDocuments } from '#server/storage/catalogue/documents.ts'
import { listCompaniesToRead } from '#server/storage/catalogue/expense-readings.ts'
import { expenseFields, newExpense } from '../../support/expense-input.ts'
import { makeReceipt } from '../../support/made-receipts.ts'
import { chunkOf, makeFile, type TestFile } from '../../support/make-file.ts'
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
})
afterAll(async () => await backend.close())

function photoOf(number: number): TestFile {
  return makeFile('jpeg', `risiti ${number} ${randomUUID()}`)
}

type Files = NonNullable<OperationBody<'expense.save'>['fields']['files']>

function listed(photos: readonly TestFile[]): Files {
  return photos.map(({ sha256, size }) => ({ sha256, size, name: 'risiti.jpg', type: 'image/jpeg' }))
}

/** An expense that a phone saved with nothing but a photo, and the code that was typed; the photo has arrived. */
async function photographed(photo: TestFile, all?: Files, receiptCode?: string): Promise<string> {
  const id = randomUUID()
  const { sha256 } = photo
  const written = newExpense(id, {
    ...{ category: 'OTHER', vendor: NO_VENDOR, amountType: 'NO_TAX', items: [], payments: [] },
    receiptCode: receiptCode ?? ownReceiptCode(id),
    files: all ?? listed([photo]),
    automatic: ['figures', 'category', 'vendor', 'date'],
  })
  const createdAt = toInstant(backend.clock.now())
  expect(await shop.phone.pushOne('expense.save', { ...written, createdAt })).toMatchObject({ state: 'done' })
  expect((await shop.phone.call('files.send-piece', chunkOf(photo))).status).toBe(200)
  expect(await shop.phone.pushOne('expense.keep-file', { expenseId: id, sha256 })).toMatchObject({
    state: 'done',
    change: { row: { reading: { state: 'waiting' } } },
  })
  return id
}

async function stored(id: string) {
  const { db } = backend.server.services
  const [expense] = await listDocuments(db, { companyId: shop.companyId }, 'expenses', [id])
  if (!expense) throw new Error('no expense')
  return expense
}

const blind: ReceiptReader = { findCode: async () => null, readText: async () => null }
const read = (reader: ReceiptReader) => readExpenses({ ...backend.delivery, reader }, shop.companyId)
const whatIsDue = () => listCompaniesToRead(backend.server.services.db, toInstant(backend.clock.now()))
const textOf = (number: number, without = '') =>
  readReceiptText(
    makeReceipt(number)
      .lines.filter((line) => without === '' || !line.includes(without))
      .join('\n'),
    '2026-12-31' as Parameters<typeof readReceiptText>[1],
  )

test('a photo is read after it arrived: what no person typed is filled in and marked (spec §5)', async () => {
  const content = readFileSync('tests/fixtures/receipts/pale.jpg')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const id = await photographed({ content, sha256, size: content.length })
  expect(await whatIsDue()).toEqual([shop.companyId])
  expect(await read(createReceiptReader())).toBe(1)
  const { expected } = makeReceipt(11)
  const expense = await stored(id)
  expect(expense).toMatchObject({
    // What the QR code says; the reader of letters had the code wrong.
    receiptCode: expected['code'],
    receiptTime: expected['time'],
    day: expected['day'],
    vendor: { taxNumber: expected['tin'] },
    totals: { total: Number(expected['total']) },
    automatic: ['figures', 'category', 'vendor', 'date'],
  })
  expect(expense.reading).toBeUndefined()
  expect(await whatIsDue()).toEqual([])
  const changes = (await shop.phone.pull()).changes.map((change) => v.parse(changeSchema, change))
  const received = changes.findLast((change) => change.id === id)
  expect(received).toMatchObject({ row: { totals: { total: Number(expected['total']) } } })
}, 60_000)

test('a code that the authority knows needs no text: its page fills the expense in', async () => {
  const seller = await createShop(backend)
  const sold = invoiceOf(await seller.phone.pushOne('invoice.submit', invoiceInput(aSale(seller.productId))))
  await deliver(backend.delivery, seller.identity)
  const { rctvnum = '', issuedTime = '' } = sold.receipt ?? {}
  const qr = `https://verify.tra.go.tz/${rctvnum}_${issuedTime.replaceAll(':', '')}`
  const reader = {
    ...blind,
    findCode: async () => qr,
    readText: () => Promise.reject(new Error('not needed')),
  }
  const id = await photographed(photoOf(1))
  await read(reader)
  const expense = await stored(id)
  expect(expense).toMatchObject({
    receiptCode: rctvnum,
    vendor: { taxNumber: seller.identity.tin },
    authority: { outcome: 'known' },
  })
  expect(expense.totals.total).toBeGreaterThan(0)
  // The same paper once more: a receipt is registered once (spec §8).
  const again = await photographed(photoOf(2))
  await read(reader)
  expect(await stored(again)).toMatchObject({ reading: { state: 'registered' }, items: [] })
  // Phones hear which expense has it: they lead to it.
  const changes = (await shop.phone.pull()).changes.map((change) => v.parse(changeSchema, change))
  const received = changes.findLast((change) => change.id === again)
  expect(received).toMatchObject({ row: { reading: { registeredAs: id } } })
})

test('a photo of another receipt than the typed one fills nothing in: a person decides', async () => {
  const seller = await createShop(backend)
  const sold = invoiceOf(await seller.phone.pushOne('invoice.submit', invoiceInput(aSale(seller.productId))))
  await deliver(backend.delivery, seller.identity)
  const { rctvnum = '', issuedTime = '' } = sold.receipt ?? {}
  const qr = `https://verify.tra.go.tz/${rctvnum}_${issuedTime.replaceAll(':', '')}`
  const wrong = `${rctvnum}9`
  const other = await photographed(photoOf(30), undefined, wrong)
  await read({ ...blind, findCode: async () => qr })
  const unchanged = await stored(other)
  expect(unchanged).toMatchObject({ receiptCode: wrong, items: [], reading: { state: 'failed' } })
  expect(unchanged.authority).toBeUndefined()
  // A number of the paper that is no code of the authority says nothing about the photo.
  const numbered = await photographed(photoOf(32), undefined, 'INV-17')
  await read({ ...blind, findCode: async () => qr })
  expect(await stored(numbered)).toMatchObject({ receiptCode: 'INV-17', authority: { outcome: 'known' } })
  // Of the typed receipt the photo has the time that proves it.
  const same = await photographed(photoOf(31), undefined, rctvnum)
  await read({ ...blind, findCode: async () => qr })
  expect(await stored(same)).toMatchObject({
    ...{ receiptCode: rctvnum, receiptTime: issuedTime },
    authority: { outcome: 'known' },
  })
})

test('a typed code stays where the letters of a photo give another: the rest is filled in', async () => {
  const { expected } = makeReceipt(34)
  const typed = `${expected['code']?.slice(0, -1)}9`
  const id = await photographed(photoOf(34), undefined, typed)
  await read({ ...blind, readText: async () => ({ ...textOf(34), isRecognized: true }) })
  const expense = await stored(id)
  expect(expense).toMatchObject({
    ...{ receiptCode: typed, day: expected['day'], time: expected['time']?.slice(0, 5) },
    ...{ vendor: { taxNumber: expected['tin'] }, totals: { total: Number(expected['total']) } },
  })
  expect(expense.reading).toBeUndefined()
  // The text of a PDF is as it was written: it is another receipt.
  const other = await photographed(photoOf(35), undefined, `${typed}9`)
  await read({ ...blind, readText: async () => textOf(34) })
  expect(await stored(other)).toMatchObject({ items: [], reading: { state: 'failed' } })
  const far = await photographed(photoOf(36), undefined, '9Z9Z9Z12')
  await read({ ...blind, readText: async () => ({ ...textOf(34), isRecognized: true }) })
  expect(await stored(far)).toMatchObject({ items: [], reading: { state: 'failed' } })
})

test('a file that shows nothing fails, and is read again when a person says so (spec §8: receipt processing failed)', async () => {
  const id = await photographed(photoOf(3))
  await read({ findCode: () => Promise.reject(new Error('broken')), readText: async () => null })
  expect(await stored(id)).toMatchObject({ reading: { state: 'failed' }, items: [] })
  expect(await whatIsDue()).toEqual([])
  const retry = { expenseId: id, read: true }
  expect((await shop.phone.call('expenses.change-reading', retry)).status).toBe(200)
  expect(await stored(id)).toMatchObject({ reading: { state: 'waiting' } })
  await read({ ...blind, readText: async () => textOf(4) })
  expect(await stored(id)).toMatchObject({ totals: { total: Number(makeReceipt(4).expected['total']) } })
})

test('a second photo that arrives while the first is read is read as well', async () => {
  const [goods, receipt] = [photoOf(9), photoOf(10)]
  const id = await photographed(goods, listed([goods, receipt]))
  let tries = 0
  await read({
    ...blind,
    readText: async ({ content }, signal) => {
      if (!goods.content.equals(content)) return textOf(12)
      tries += 1
      if (tries > 1) return null
      await shop.phone.call('files.send-piece', chunkOf(receipt))
      backend.clock.advance(10)
      const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      await shop.phone.pushOne('expense.keep-file', { expenseId: id, sha256: receipt.sha256 })
      await stopped
      return null
    },
  })
  expect(tries).toBe(2)
  expect(await stored(id)).toMatchObject({ totals: { total: Number(makeReceipt(12).expected['total']) } })
})

test('the files of an expense share its minute, and a later one gets its turn (spec §1)', async () => {
  const photos = [photoOf(20), photoOf(21), photoOf(22)]
  const [first, ...others] = photos
  if (!first) throw new Error('no photo')
  const id = await photographed(first, listed(photos))
  for (const photo of others) {
    await shop.phone.call('files.send-piece', chunkOf(photo))
    await shop.phone.pushOne('expense.keep-file', { expenseId: id, sha256: photo.sha256 })
  }
  const begunMs = backend.clock.now()
  const asked: string[] = []
  /** A file that needs all the time that it may have. */
  const lateReading = async (_: unknown, __: AbortSignal, longestMs: number): Promise<never> => {
    backend.clock.advance(longestMs)
    throw new Error('too late')
  }
  await read({
    findCode: lateReading,
    readText: async (file, signal, longestMs) => {
      asked.push(createHash('sha256').update(file.content).digest('hex'))
      expect(longestMs).toBeGreaterThanOrEqual(10_000)
      return asked.length === 3 ? textOf(20) : await lateReading(file, signal, longestMs)
    },
  })
  expect(asked.toSorted()).toEqual(photos.map(({ sha256 }) => sha256).toSorted())
  expect(backend.clock.now() - begunMs).toBeLessThanOrEqual(60_000)
  expect(await stored(id)).toMatchObject({ totals: { total: Number(makeReceipt(20).expected['total']) } })
})

test.each([
  ['has a code of its own', 26, 'M7QX4K28'],
  ['is of another time than the code', 27, makeReceipt(27).expected['code']],
])('an amount gets no code from another receipt: its photo %s', async (_, number, code) => {
  const [blurred, clear] = [photoOf(number), photoOf(number + 10)]
  const id = await photographed(blurred, listed([blurred, clear]))
  await shop.phone.call('files.send-piece', chunkOf(clear))
  await shop.phone.pushOne('expense.keep-file', { expenseId: id, sha256: clear.sha256 })
  const isClear = (content: Uint8Array) => clear.content.equals(content)
  await read({
    findCode: async ({ content }) => {
      if (!isClear(content)) return `https://verify.tra.go.tz/ZZTEST${number}_070809`
      return code === 'M7QX4K28' ? `https://verify.tra.go.tz/${code}_101112` : null
    },
    readText: async ({ content }) => (isClear(content) ? textOf(number) : null),
  })
  expect(await stored(id)).toMatchObject({
    receiptCode: code,
    totals: { total: Number(makeReceipt(number).expected['total']) },
  })
})

test('the code of another photo of the same receipt counts, with its time, where the text has this one wrong', async () => {
  const { expected } = makeReceipt(28)
  const [end, whole] = [photoOf(28), photoOf(38)]
  const id = await photographed(end, listed([end, whole]))
  await shop.phone.call('files.send-piece', chunkOf(whole))
  await shop.phone.pushOne('expense.keep-file', { expenseId: id, sha256: whole.sha256 })
  await read({
    findCode: async ({ content }) =>
      whole.content.equals(content) ? null : `https://verify.tra.go.tz/${expected['code']}_183809`,
    readText: async ({ content }) => (whole.content.equals(content) ? textOf(28) : null),
  })
  expect(await stored(id)).toMatchObject({
    ...{ receiptCode: expected['code'], receiptTime: '18:38:09' },
    totals: { total: Number(expected['total']) },
  })
})

test('a page of the authority that never answers leaves the time for the text', async () => {
  const id = await photographed(photoOf(23))
  const endless = { ...backend.delivery.tra, verify: () => new Promise<never>(() => undefined) }
  const reader: ReceiptReader = {
    // Nearly all the time of the codes is over.
    findCode: async (_, __, longestMs) => {
      backend.clock.advance(longestMs - 50)
      return 'https://verify.tra.go.tz/ZZTEST78_101112'
    },
    readText: async () => textOf(23),
  }
  await readExpenses({ ...backend.delivery, tra: endless, reader }, shop.companyId)
  expect(await stored(id)).toMatchObject({
    receiptCode: 'ZZTEST78',
    totals: { total: Number(makeReceipt(23).expected['total']) },
  })
})

test('a reading that a person stops changes nothing any more', async () => {
  const id = await photographed(photoOf(5))
  let stopped = false
  await read({
    ...blind,
    readText: async (_, signal) => {
      expect(await stored(id)).toMatchObject({ reading: { state: 'text' } })
      await shop.phone.call('expenses.change-reading', { expenseId: id, read: false })
      // It is ended within a second or two, not after its minute.
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      stopped = true
      return textOf(5)
    },
  })
  expect(stopped).toBe(true)
  expect(await stored(id)).toMatchObject({ reading: { state: 'canceled' }, items: [] })
  expect(await whatIsDue()).toEqual([])
})

test('what a person typed while the file was read stays', async () => {
  const id = await photographed(photoOf(6))
  const base = expenseFieldsOf(await stored(id))
  const { items, payments, amountType, vendor } = expenseFields()
  await read({
    ...blind,
    readText: async () => {
      const fields = { ...base, items, payments, amountType, vendor, automatic: ['date'] as const }
      const body = { ...newExpense(id), baseRev: 1, base, fields }
      expect(await shop.phone.pushOne('expense.save', body)).toMatchObject({ state: 'done' })
      return textOf(6)
    },
  })
  const expense = await stored(id)
  expect(expense).toMatchObject({ items, vendor, totals: { total: 2_360_000 } })
  expect(expense.reading).toBeUndefined()
})

test('a photo that was replaced while it was read fills nothing in', async () => {
  const [wrong, right] = [photoOf(32), photoOf(33)]
  const id = await photographed(wrong)
  const base = expenseFieldsOf(await stored(id))
  const { sha256, size } = right
  const files = [{ sha256, size, name: 'sahihi.jpg', type: 'image/jpeg' as const }]
  await read({
    ...blind,
    readText: async () => {
      const body = { ...newExpense(id), baseRev: 1, base, fields: { ...base, files } }
      expect(await shop.phone.pushOne('expense.save', body)).toMatchObject({ state: 'done' })
      return textOf(13)
    },
  })
  expect(await stored(id)).toMatchObject({ files, items: [] })
  expect((await shop.phone.call('files.send-piece', chunkOf(right))).status).toBe(200)
  await shop.phone.pushOne('expense.keep-file', { expenseId: id, sha256 })
  await read({ ...blind, readText: async () => textOf(14) })
  expect(await stored(id)).toMatchObject({ totals: { total: Number(makeReceipt(14).expected['total']) } })
})

test('a code alone is kept, and the look-up completes the expense later', async () => {
  const id = await photographed(photoOf(7))
  await read({ ...blind, findCode: async () => 'https://verify.tra.go.tz/ZZTEST77_101112' })
  expect(await stored(id)).toMatchObject({ receiptCode: 'ZZTEST77', receiptTime: '10:11:12', items: [] })
  expect(await lookUpExpenses(backend.delivery, shop.companyId)).toBeGreaterThan(0)
})

test('a process that died in a reading is followed by another, three times at most', async () => {
  const id = await photographed(photoOf(8))
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await new Promise<void>((begun, failed) => {
      const readText = () => {
        begun()
        return new Promise<never>(() => undefined)
      }
      read({ ...blind, readText }).catch(failed)
    })
    expect(await whatIsDue()).toEqual([])
    backend.clock.advance(91_000)
    expect(await whatIsDue()).toEqual([shop.companyId])
  }
  await read(blind)
  expect(await stored(id)).toMatchObject({ reading: { state: 'failed' } })
})

test('a company with many photos gives way to the others after some of them', async () => {
  const reader: ReceiptReader = { ...blind, readText: async () => null }
  for (let number = 40; number < 46; number += 1) await photographed(photoOf(number))
  const first = await read(reader)
  expect(first).toBeLessThan(6)
  // The next search for work finds the rest.
  expect(await whatIsDue()).toEqual([shop.companyId])
  expect(first + (await read(reader))).toBe(6)
  expect(await whatIsDue()).toEqual([])
})
