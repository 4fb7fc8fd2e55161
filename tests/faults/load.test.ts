import 'fake-indexeddb/auto'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepFileHere } from '#data/files.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { saveExpense } from '#sync/commands/expenses.ts'
import { hashBytes } from '#sync/files/hash-bytes.ts'
import { expenseFields } from '../support/an-expense.ts'
import { FREE_LINE, startShapedLine, WORST_2G } from '../support/shaped-line.ts'
import type { Shop } from '../support/shop.ts'
import { waitingInvoices } from '../support/sizes.ts'
import type { RealPhone } from './real-phone.ts'
import { expectAllWell, openStage, type Stage } from './stage.ts'

/** `WAITING_INVOICES=5000` for the whole of it: one file for each fifty invoices. */
const INVOICES = waitingInvoices(100)
const FILES = Math.ceil(INVOICES / 50)
const PATIENCE_MS = 60_000 + INVOICES * 500

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage.close()
})

// Measured elsewhere; here only what came of it counts, however long this machine took.
test('on a line of 50 kbit/s and 800 ms where packets stall, each invoice is issued once (A8)', async () => {
  const shop = await stage.openShop()
  const slow = await startShapedLine({ host: '127.0.0.1', port: stage.line.port })
  const phone = await stage.phone(shop, { url: slow.url })
  const sold: string[] = []
  for (let n = 1; n <= 8; n += 1) sold.push(await phone.sell(shop.productId, n))
  // What is connected already would not be counted.
  slow.set('cut')
  slow.shape({ ...WORST_2G, stallEvery: 2 })
  slow.set('open')
  await phone.comeToRest()
  expect(await phone.unsent()).toEqual([])
  expect(slow.bytes().up).toBeGreaterThan(2 * 1_460)
  slow.shape(FREE_LINE)
  await expectAllWell(stage, shop, [phone], sold)
  await slow.stop()
})

/** Files of these sizes on a phone, for an expense. */
async function attach(phone: RealPhone, sizes: readonly number[]): Promise<ExpenseFile[]> {
  const files: ExpenseFile[] = []
  for (const [n, size] of sizes.entries()) {
    const bytes = new Uint8Array(size)
    bytes.set(randomBytes(bytes.length))
    bytes.set([0xff, 0xd8, 0xff, 0xe0])
    const file = { sha256: await hashBytes(bytes.buffer), type: 'image/jpeg' as const, size: bytes.length }
    await keepFileHere(phone.account.db, { ...file, at: phone.deps.ports.clock.now(), sent: 0 }, bytes.buffer)
    files.push({ ...file, name: `risiti-${n}.jpg` })
  }
  return files
}

async function spend(phone: RealPhone, files: readonly ExpenseFile[]): Promise<void> {
  const written = { ...expenseFields(), day: '2026-11-20', files }
  const saved = await saveExpense(phone.account, phone.commands, { expenseId: randomUUID(), written })
  expect(saved).toMatchObject({ kind: 'kept' })
}

/** What the files of a company hash to, by the bytes that the server stored. */
async function hashesOnServer({ companyId }: Shop): Promise<string[]> {
  const { db } = stage.market.server.services
  const pieces = await db
    .selectFrom('file_pieces')
    .select(['sha256', 'bytes'])
    .where('company_id', '=', companyId)
    .orderBy('at')
    .execute()
  return [...Map.groupBy(pieces, ({ sha256 }) => sha256).values()].map((ofFile) =>
    createHash('sha256')
      .update(Buffer.concat(ofFile.map(({ bytes }) => bytes)))
      .digest('hex'),
  )
}

test(`${INVOICES} invoices and ${FILES} files that waited go out in one go: each invoice once, each file whole (C11)`, {
  timeout: PATIENCE_MS,
}, async () => {
  const shop = await stage.openShop()
  const phone = await stage.phone(shop)
  stage.line.cut()
  const files: ExpenseFile[] = []
  for (let n = 0; n < FILES; n += 4) {
    // The first is larger than a piece.
    const some = await attach(phone, [300_000, 3_000, 3_000, 3_000].slice(0, FILES - n))
    files.push(...some)
    await spend(phone, some)
  }
  const sold: string[] = []
  for (let n = 0; n < INVOICES; n += 1) sold.push(await phone.sell(shop.productId, 1 + (n % 3)))
  const { pendingCount } = await phone.sync('timer')
  expect(pendingCount).toBe(INVOICES + FILES + Math.ceil(FILES / 4))
  stage.line.heal()
  const before = stage.line.seen.length
  await phone.comeToRest()
  expect(await phone.unsent()).toEqual([])
  const pushes = stage.line.seen.slice(before).filter(({ path }) => path.endsWith('/sync/push'))
  expect(pushes.length).toBeLessThan(20 + INVOICES / 20)

  expect((await hashesOnServer(shop)).toSorted()).toEqual(files.map(({ sha256 }) => sha256).toSorted())
  await expectAllWell(stage, shop, [phone], sold)
})

test('a file cut in its pieces, answered for in vain, lost by half and attached twice is stored once and whole (K1, K2, K3, K5)', async () => {
  const shop = await stage.openShop()
  const phone = await stage.phone(shop)
  const { db } = stage.market.server.services
  const PIECES = /\/files\/pieces/
  const file = await attach(phone, [400_000])
  await spend(phone, file)
  await spend(phone, file)
  const sold = [await phone.sell(shop.productId)]
  const cuts = [
    { kind: 'cut-request', afterBytes: 1_000 },
    // From here on the server has more than the phone knows of.
    { kind: 'lose-answer' },
    { kind: 'cut-answer', afterBytes: 10 },
  ] as const
  for (const cut of cuts) {
    const met = stage.line.meet(PIECES, cut)
    for (let tries = 0; met.hits() === 0 && tries < 20; tries += 1) {
      const { dueInMs } = await phone.sync('timer')
      stage.market.clock.advance(dueInMs ?? 0)
    }
    expect(met.hits()).toBe(1)
  }
  expect(
    await db.selectFrom('files').select('sha256').where('company_id', '=', shop.companyId).execute(),
  ).toHaveLength(1)
  await db.deleteFrom('file_pieces').where('company_id', '=', shop.companyId).execute()
  await db.deleteFrom('files').where('company_id', '=', shop.companyId).execute()
  await phone.comeToRest()
  expect(await phone.unsent()).toEqual([])
  expect(await hashesOnServer(shop)).toEqual(file.map(({ sha256 }) => sha256))
  await expectAllWell(stage, shop, [phone], sold)
})
