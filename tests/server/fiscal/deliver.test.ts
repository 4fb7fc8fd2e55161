import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { drainReceipts } from '#server/services/fiscal/drain-receipts.ts'
import { refreshIdentityStatus } from '#server/services/fiscal/identity-status.ts'
import { resumeIdentity } from '#server/services/fiscal/resume-identity.ts'
import { verifyReceipts } from '#server/services/fiscal/verify-receipts.ts'
import { findIdentity } from '#server/storage/fiscal/identities.ts'
import { incrementFence, lockIdentityAtFence } from '#server/storage/fiscal/senders.ts'
import { findInvoice } from '#server/storage/invoices/invoices.ts'
import { testClock } from '#tests/support/start-test-server.ts'
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
  backend = await startTestBackend(testClock('2026-11-21T10:00:00.000Z'))
})
afterAll(async () => {
  await backend.close()
})
beforeEach(async () => {
  await backend.controlSimulator('DELETE', 'faults')
  await backend.controlSimulator('PUT', 'profile', {
    profile: 'strict',
    duplicateAnswer: 0,
    visibleDelayMs: 0,
  })
  shop = await createShop(backend)
})

async function sell(pieces = 1): Promise<Invoice> {
  return invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId, pieces))))
}

async function stored(invoice: Invoice): Promise<Invoice> {
  const found = await findInvoice(backend.server.services.db, { companyId: shop.companyId }, invoice.id)
  if (found === undefined) throw new Error('the invoice is gone')
  return found
}

const send = () => deliver(backend.delivery, shop.identity)

type LedgerReceipt = {
  gc: number
  rctvnum: string
  resends: number
  bodySha256: string
  totalInclCents: number
}

async function ledger(): Promise<LedgerReceipt[]> {
  return (await backend.controlSimulator('GET', `ledger?certkey=${shop.identity.certKey}`)) as LedgerReceipt[]
}

async function received(): Promise<{ subject: string; bodySha256: string; ackCode: number | null }[]> {
  const all = await backend.controlSimulator('GET', `received?certkey=${shop.identity.certKey}&call=receipt`)
  return all as { subject: string; bodySha256: string; ackCode: number | null }[]
}

async function fault(body: object): Promise<void> {
  await backend.controlSimulator('POST', 'faults', { certkey: shop.identity.certKey, ...body })
}

async function status() {
  const { body } = await backend.server.call('fiscal.status', {}, shop.phone.token)
  return body
}

test('receipts reach the authority in the order of their numbers and become issued', async () => {
  const sold = [await sell(1), await sell(2), await sell(3)]
  expect(await send()).toBe('idle')
  expect((await ledger()).map((receipt) => [receipt.gc, receipt.totalInclCents])).toEqual([
    [1, 300_000],
    [2, 600_000],
    [3, 900_000],
  ])
  for (const invoice of sold) {
    expect(await stored(invoice)).toMatchObject({ status: 'issued', receipt: { delivery: 'acknowledged' } })
  }
})

test('an acknowledgement enters the change feed', async () => {
  const invoice = await sell()
  const before = await shop.phone.pull()
  await send()
  const after = await shop.phone.pull(before.next)
  expect(after.changes).toMatchObject([{ t: 'invoice', id: invoice.id, row: { status: 'issued' } }])
})

test('an answer lost after processing is followed by the identical bytes, once stored (TRA guide, I-6)', async () => {
  const invoice = await sell()
  await fault({ kind: 'drop-answer', times: 1, calls: ['receipt'] })
  expect(await send()).toBe('waiting')
  expect((await stored(invoice)).receipt?.delivery).toBe('unknown')
  backend.clock.advance(5 * 60_000)
  expect(await send()).toBe('idle')
  expect((await stored(invoice)).status).toBe('issued')
  const bytes = (await received()).map((call) => call.bodySha256)
  expect(new Set(bytes).size).toBe(1)
  expect(bytes).toHaveLength(2)
  expect(await ledger()).toMatchObject([{ resends: 1 }])
})

test('a refused resend in unknown state is looked up before the refusal counts (field practice, I-7)', async () => {
  const invoice = await sell()
  await backend.controlSimulator('PUT', 'profile', { duplicateAnswer: 902 })
  await fault({ kind: 'drop-answer', times: 1, calls: ['receipt'] })
  await send()
  backend.clock.advance(5 * 60_000)
  expect(await send()).toBe('idle')
  expect(await stored(invoice)).toMatchObject({ status: 'issued', receipt: { delivery: 'verified' } })
})

test('an unknown outcome holds up the next receipt for ten minutes, then is passed over and comes back (I-5)', async () => {
  await backend.controlSimulator('PUT', 'profile', { profile: 'field' })
  const [first, second] = [await sell(), await sell()]
  await fault({ kind: 'drop-before', calls: ['receipt'] })
  await send()
  await backend.controlSimulator('DELETE', 'faults')
  expect(await send()).toBe('waiting')
  expect((await stored(second)).receipt?.delivery).toBe('numbered')
  backend.clock.advance(60_000)
  await fault({ kind: 'drop-before', calls: ['receipt'], times: 1 })
  await send()
  for (let minute = 0; minute < 12; minute += 1) {
    backend.clock.advance(60_000)
    await fault({ kind: 'drop-before', calls: ['receipt'], times: 1 })
    await send()
    await backend.controlSimulator('DELETE', 'faults')
  }
  await send()
  expect((await stored(second)).status).toBe('issued')
  backend.clock.advance(6 * 60_000)
  await send()
  expect((await stored(first)).status).toBe('issued')
})

test('a receipt that a strict authority refuses for overtaking one in unknown state is sent after that one (I4)', async () => {
  const [first, second, third] = [await sell(), await sell(), await sell()]
  await fault({ kind: 'drop-before', calls: ['receipt'] })
  await send()
  for (let minute = 1; minute < 10; minute += 1) {
    backend.clock.advance(60_000)
    await send()
  }
  await backend.controlSimulator('DELETE', 'faults')
  await fault({ kind: 'drop-before', calls: ['receipt'], times: 1 })
  backend.clock.advance(60_000)
  expect(await send()).toBe('waiting')
  // One shows that the authority counts strictly; the others are not tried.
  const codes = (await received()).flatMap(({ ackCode }) => ackCode ?? [])
  expect(codes).toEqual([903])
  expect((await stored(second)).receipt).toMatchObject({ delivery: 'numbered', ackCode: null })
  for (let minute = 0; minute < 12; minute += 1) {
    backend.clock.advance(60_000)
    await send()
  }
  for (const invoice of [first, second, third]) expect((await stored(invoice)).status).toBe('issued')
  expect((await ledger()).map(({ gc }) => gc)).toEqual([1, 2, 3])
})

test('code 1 stops the device; a repair keeps the numbers, and both receipts are issued in order', async () => {
  const [first, second] = [await sell(1), await sell(2)]
  await fault({ kind: 'code', code: 1, times: 1 })
  expect(await send()).toBe('stopped')
  expect(await status()).toMatchObject({ state: 'stopped', waitingReceipts: 2 })
  expect((await stored(first)).receipt).toMatchObject({ delivery: 'rejected', ackCode: '1' })
  expect((await stored(second)).receipt?.delivery).toBe('numbered')
  const repaired = invoiceOf(await shop.phone.pushOne('invoice.repair', { invoiceId: first.id }))
  expect(repaired.receipt).toMatchObject({
    gc: first.receipt?.gc,
    issuedTime: first.receipt?.issuedTime,
    delivery: 'numbered',
  })
  expect(await send()).toBe('idle')
  expect((await ledger()).map((receipt) => receipt.gc)).toEqual([1, 2])
  const log = await backend.server.services.db
    .selectFrom('delivery_log')
    .select(['kind', 'replaced_bytes'])
    .where('company_id', '=', shop.identity.companyId)
    .where('identity_id', '=', shop.identity.id)
    .where('subject', '=', 'receipt:1')
    .orderBy('id')
    .execute()
  expect(log.map((entry) => entry.kind)).toEqual(['stop', 'repair', 'taken'])
  expect(log[1]?.replaced_bytes).toContain('<RCTNUM>1</RCTNUM>')
})

test('only a receipt refused for its form can be repaired', async () => {
  const invoice = await sell()
  const result = await shop.phone.pushOne('invoice.repair', { invoiceId: invoice.id })
  expect(result).toMatchObject({ state: 'refused', code: 'INVOICE_NOT_REPAIRABLE' })
})

test('code 5 is answered with a pause and the same bytes', async () => {
  const invoice = await sell()
  await fault({ kind: 'code', code: 5, times: 2 })
  await send()
  expect((await stored(invoice)).receipt).toMatchObject({ delivery: 'unknown', ackCode: '5' })
  backend.clock.advance(60_000)
  await send()
  backend.clock.advance(60_000)
  expect(await send()).toBe('idle')
  expect((await stored(invoice)).status).toBe('issued')
})

test('a refused receipt is parked and the later ones are sent (field practice, I-8)', async () => {
  await backend.controlSimulator('PUT', 'profile', { profile: 'field' })
  const [first, second] = [await sell(), await sell()]
  await fault({ kind: 'code', code: 917, times: 2 })
  expect(await send()).toBe('idle')
  expect((await stored(first)).receipt).toMatchObject({ delivery: 'parked', ackCode: '917' })
  expect((await stored(second)).status).toBe('issued')
  await shop.phone.pushOne('invoice.repair', { invoiceId: first.id })
  expect(await send()).toBe('idle')
  expect((await stored(first)).status).toBe('issued')
})

test('a receipt refused during a block that has just ended is not parked: it is sent again, then the later ones (I4)', async () => {
  await sell()
  await send()
  const [refused, next] = [await sell(), await sell()]
  const device = `devices/${shop.identity.certKey}`
  await backend.controlSimulator('POST', `${device}/block`, { message: 'Unpaid tax' })
  const { tra } = backend.delivery
  let sends = 0
  const meanwhile: typeof tra.sendReceipt = async (...given) => {
    const outcome = await tra.sendReceipt(...given)
    sends += 1
    if (sends === 1) await backend.controlSimulator('POST', `${device}/unblock`, {})
    return outcome
  }
  const delivery = { ...backend.delivery, tra: { ...tra, sendReceipt: meanwhile } }
  expect(await deliver(delivery, shop.identity)).toBe('idle')
  expect(sends).toBe(3)
  expect((await stored(refused)).status).toBe('issued')
  expect((await stored(next)).status).toBe('issued')
  expect((await ledger()).map(({ gc }) => gc)).toEqual([1, 2, 3])
})

test('a blocked device stops, the company sees the reason, and sending continues when it is unblocked', async () => {
  await sell()
  await send()
  const waiting = await sell()
  const { next } = await shop.phone.pull()
  await backend.controlSimulator('POST', `devices/${shop.identity.certKey}/block`, { message: 'Unpaid tax' })
  expect(await send()).toBe('stopped')
  expect((await stored(waiting)).receipt?.delivery).toBe('numbered')
  const held = await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId)))
  expect(held).toMatchObject({ state: 'retry', code: 'COMPANY_BLOCKED_BY_TRA' })
  expect((await shop.phone.pull(next)).changes).toMatchObject([
    { t: 'company', row: { blockedByTra: true, blockedReason: 'Unpaid tax' } },
  ])
  await backend.controlSimulator('POST', `devices/${shop.identity.certKey}/unblock`, {})
  await backend.delivery.tokenStoreOf(shop.identity.id).delete()
  expect(await refreshIdentityStatus(backend.delivery, shop.identity)).toEqual({
    answered: true,
    state: 'active',
  })
  expect(await send()).toBe('idle')
  expect((await stored(waiting)).status).toBe('issued')
})

test('a token refused between documents is requested again, once, and the same document is sent again', async () => {
  await sell()
  await send()
  const sold = [await sell(), await sell()]
  await backend.controlSimulator('POST', `devices/${shop.identity.certKey}/revoke-tokens`, {})
  expect(await send()).toBe('idle')
  for (const invoice of sold) expect((await stored(invoice)).status).toBe('issued')
})

test('a demanded registration holds numbers until the owner lets the device register again', async () => {
  const invoice = await sell()
  await backend.controlSimulator('POST', `devices/${shop.identity.certKey}/re-register`, {
    message: 'Register again',
  })
  await backend.delivery.tokenStoreOf(shop.identity.id).delete()
  expect(await send()).toBe('stopped')
  expect(await status()).toMatchObject({ state: 'ended', reason: 'Register again' })
  const held = await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId)))
  expect(held).toMatchObject({ state: 'retry', code: 'TRA_REGISTRATION_ENDED' })
  const identity = await findIdentity(backend.server.services.db, shop.identity)
  if (identity === undefined) throw new Error('the identity is gone')
  await resumeIdentity(backend.delivery, identity, {
    userId: shop.phone.userId,
    deviceId: shop.phone.deviceId,
    organizationId: null,
  })
  expect(await send()).toBe('idle')
  expect((await stored(invoice)).status).toBe('issued')
})

test('a sender that was replaced writes nothing more', async () => {
  const invoice = await sell()
  const { db } = backend.server.services
  const stale = await incrementFence(db, shop.identity)
  await incrementFence(db, shop.identity)
  if (stale === undefined) throw new Error('the identity is gone')
  expect(await drainReceipts(backend.delivery, { identity: shop.identity, fence: stale })).toBe('replaced')
  expect(await lockIdentityAtFence(db, { identity: shop.identity, fence: stale })).toBeUndefined()
  expect((await stored(invoice)).receipt?.delivery).toBe('numbered')
  expect(await received()).toEqual([])
})

test('a receipt on the portal with an equal total is verified', async () => {
  const invoice = await sell()
  await send()
  expect(await verifyReceipts(backend.delivery, shop.identity)).toBe(1)
  expect((await stored(invoice)).receipt).toMatchObject({ delivery: 'verified' })
})

test('a receipt lost behind its acknowledgement is sent again after a day, the same bytes (field practice, I-10)', async () => {
  const invoice = await sell()
  await fault({ kind: 'lost', times: 1 })
  await send()
  await verifyReceipts(backend.delivery, shop.identity)
  expect((await stored(invoice)).receipt?.delivery).toBe('acknowledged')
  backend.clock.advance(25 * 3_600_000)
  await verifyReceipts(backend.delivery, shop.identity)
  expect(await stored(invoice)).toMatchObject({ status: 'issued', receipt: { delivery: 'missing' } })
  await send()
  await verifyReceipts(backend.delivery, shop.identity)
  expect((await stored(invoice)).receipt?.delivery).toBe('verified')
  expect(new Set((await received()).map((call) => call.bodySha256)).size).toBe(1)
})

test('documents of an identity never go to another authority than the one it was registered at', async () => {
  const invoice = await sell()
  const endpoint = {
    ...backend.delivery.endpoint,
    baseUrl: 'https://virtual.example.test',
    environment: 'live' as const,
  }
  expect(await deliver({ ...backend.delivery, endpoint }, shop.identity)).toBe('stopped')
  expect((await stored(invoice)).receipt?.delivery).toBe('numbered')
})
