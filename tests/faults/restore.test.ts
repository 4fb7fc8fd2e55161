import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelInvoice } from '#commands/invoices.ts'
import { verifyReceipts } from '#server/services/fiscal/verify-receipts.ts'
import { releaseReconciledHolds } from '#server/services/recovery/release-numbering.ts'
import { openWithBackups, type RestorableServer } from '../server/recovery/restored-backend.ts'
import { type Shop, signInPhone } from '../support/test-backend.ts'
import type { RealPhone } from './real-phone.ts'
import { expectConsistent, openTestBed, type TestBed } from './test-bed.ts'

const DAY = 86_400_000
const BEFORE = 10
const AFTER = 100

let restorable: RestorableServer
let testBed: TestBed
let shop: Shop
const sold: string[] = []

beforeAll(async () => {
  restorable = await openWithBackups()
  testBed = await openTestBed(restorable)
  shop = await testBed.openShop()
  // Who wrote the product down is no phone that a restored server waits for.
  testBed.backend.clock.advance(31 * DAY)
})
afterAll(async () => {
  await testBed.close()
})

/** Makes `count` sales, five each time a phone has the network, in turns. */
async function sell(phones: readonly RealPhone[], count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const phone = phones[Math.floor(n / 5) % phones.length]
    if (!phone) throw new Error('no phone')
    testBed.backend.clock.advance(1_000)
    sold.push(await phone.sell(shop.productId, 1 + (n % 3)))
    if (n % 5 === 4) await phone.sync('enqueued')
  }
}

/** What the jobs of the server do by themselves. Returns the identities that may number again. */
async function runJobs(): Promise<string[]> {
  const { delivery, server } = testBed.backend
  while ((await verifyReceipts(delivery, shop.identity)) > 0);
  return await releaseReconciledHolds(server.services)
}

/** Has the phone sync until nothing waits on it but what waits for numbers. */
async function returnPhones(phone: RealPhone): Promise<void> {
  const end = testBed.backend.clock.now() + 10 * 60_000
  for (;;) {
    const { dueInMs } = await phone.sync('timer')
    const codes = (await phone.unsent()).map(({ last }) => last?.code)
    if (dueInMs !== 0 && codes.every((code) => code === 'FISCAL_NUMBERING_HELD')) return
    if (testBed.backend.clock.now() > end) throw new Error(`not given back: ${codes.join(' ')}`)
    testBed.backend.clock.advance(Math.max(250, dueInMs ?? 0))
  }
}

const numberOf = async (phone: RealPhone, id: string) => (await phone.invoice(id)).receipt?.gc ?? null

// TRA guide: GC +1 per receipt, no gaps, never reused.
test('a server restored from a backup a hundred receipts old gets them back from the phones, and no number repeats or is missing', {
  timeout: 180_000,
}, async () => {
  const phones = [await testBed.phone(shop), await testBed.phone(shop)] as const
  const [a, b] = phones
  await sell(phones, BEFORE)
  for (const phone of phones) await phone.sync('timer')
  await restorable.remember(shop.companyId)

  await sell(phones, AFTER)
  const [first = ''] = sold
  await a.sync('timer')
  const canceled = await cancelInvoice(a.account, a.commands, { invoiceId: first, reason: 'Si sahihi' })
  expect(canceled).toMatchObject({ ok: true })
  await a.sync('enqueued')
  // The authority has most of them, and it keeps everything.
  await testBed.deliver(shop)
  await sell([b], 5)
  const before = new Map<string, number | null>()
  for (const phone of phones) await phone.sync('timer')
  for (const id of sold) before.set(id, await numberOf(b, id))
  expect([...before.values()].toSorted((x, y) => (x ?? 0) - (y ?? 0))).toEqual(sold.map((_, n) => n + 1))
  // One sale is still on its way when the server goes.
  testBed.proxy.cut()
  const late = await a.sell(shop.productId)
  await a.sync('timer')

  testBed.moveTo(await restorable.turnBack(shop.companyId))
  shop = { ...shop, phone: await signInPhone(testBed.backend.server, shop.companyId) }
  testBed.proxy.heal()
  const kept = await testBed.backend.server.services.db.selectFrom('receipts').select('invoice_id').execute()
  expect(kept).toHaveLength(BEFORE)

  // Every session ended with the restore; each phone comes back when its person has signed in again.
  for (const phone of phones) {
    expect(await runJobs()).toEqual([])
    await phone.sync('online')
    await phone.logIn()
    await returnPhones(phone)
    expect(await numberOf(a, late)).toBeNull()
  }
  expect(await runJobs()).toEqual([shop.identity.id])

  await sell(phones, 10)
  sold.push(late)
  await expectConsistent(testBed, shop, phones, sold, { canceled: [first] })
  // No receipt got another number when it was returned.
  for (const [id, gc] of before) expect(await numberOf(a, id)).toBe(gc)
  expect(await numberOf(b, late)).toBeGreaterThan(before.size)
})
