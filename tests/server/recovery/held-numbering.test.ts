import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperationResult } from '#contract/sync.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { toCents } from '#domain/money/cents.ts'
import { refreshIdentityStatus } from '#server/services/fiscal/identity-status.ts'
import { findCompanyIdentity } from '#server/storage/fiscal/identities.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createOperator } from '#tests/support/tenants.ts'
import { invoiceIn } from '../../domain/example-invoice.ts'
import { newExpense } from '../../support/expense-input.ts'
import { aSale, createShop, invoiceInput, invoiceOf } from '../../support/test-backend.ts'
import {
  openForgetful,
  openRestorableShop,
  type RestorableServer,
  type RestorableShop,
} from './restored-backend.ts'

let restorable: RestorableServer
let shop: RestorableShop
beforeAll(async () => {
  restorable = await openForgetful()
})
beforeEach(async () => {
  shop = await openRestorableShop(restorable)
})
afterAll(async () => {
  await restorable.close()
})

/** Two receipts in the backup, then `later` more, sold by the first phone and delivered. */
async function restored(later: number): Promise<Invoice[]> {
  const [a, b] = shop.phones
  await shop.sell(a)
  await shop.sell(b)
  await shop.deliver()
  for (const by of shop.phones) await shop.pull(by)
  await shop.remember()
  const lost: Invoice[] = []
  for (let n = 0; n < later; n += 1) lost.push(await shop.sell(a))
  await shop.deliver()
  await shop.restore()
  return lost
}

const scope = () => ({ companyId: shop.shop.companyId })

async function identityState() {
  const identity = await findCompanyIdentity(shop.server().services.db, scope())
  return identity && { state: identity.state, nextGc: identity.counter.nextGc }
}

async function asOwner(call: 'fiscal.status' | 'fiscal.resume', input: { lastGc?: number } = {}) {
  const { db } = shop.server().services
  const owner = await createOperator(db, shop.shop.companyId, { user_type: 'company_owner' })
  const { token } = await logInTestUser(shop.server(), owner.username)
  return await shop.server().call(call, input, token)
}

const giveBack = (invoice: object): Promise<OperationResult> =>
  shop.phones[0].phone.pushOne('receipt.return', { invoice })

test('the owner sees what is awaited, and may say which number the authority has seen last', async () => {
  await restored(3)
  expect((await asOwner('fiscal.status')).body).toMatchObject({
    state: 'held',
    hold: { nextGc: 3, devicesAwaited: 2, devicesReturned: 0, missing: [], unproved: 0 },
  })
  expect(await asOwner('fiscal.resume', { lastGc: 5 })).toMatchObject({
    status: 200,
    body: { state: 'active' },
  })
  expect(await identityState()).toEqual({ state: 'active', nextGc: 6 })
  const sold = await shop.sell(shop.phones[1])
  expect(sold.receipt).toMatchObject({ gc: 6, rctvnum: `${shop.shop.identity.registration.receiptCode}6` })
  await shop.deliver()
  expect((await shop.ledger()).map(({ gc }) => gc)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a payment comes back as it was: from who recorded it, and canceled when it was canceled', async () => {
  const sale = invoiceInput({ ...aSale(shop.shop.productId), payments: [] })
  expect(await shop.phones[0].phone.pushOne('invoice.submit', sale)).toMatchObject({ state: 'done' })
  await restored(1)
  const { invoiceId } = sale
  const { db } = shop.server().services
  const { phone } = shop.phones[0]
  const recorder = await createOperator(db, shop.shop.companyId, { first_name: 'Asha', last_name: 'Juma' })
  const stranger = await createOperator(db, (await createShop(restorable.backend)).companyId)
  const returnPayment = (byId: string, canceled: boolean, at = '2020-01-02T09:00:00.000Z') => {
    const fields = { day: '2020-01-02', type: 'cash', amount: sale.totals.totalIncludingTax, reference: '' }
    const returned = { byId, canceled, ...(canceled && { canceledAt: at }) }
    const body = { collectionId: randomUUID(), invoiceId, fields, at, returned }
    return phone.pushOne('collection.save', body)
  }
  const row = (by: string, canceled: boolean) => ({ state: 'done', change: { row: { by, canceled } } })
  expect(await returnPayment(recorder.id, true)).toMatchObject(row('Asha Juma', true))
  const own = await returnPayment(stranger.id, true)
  expect(own).toMatchObject({ change: { row: { canceledAt: '2020-01-02T09:00:00.000Z' } } })
  expect(own).toMatchObject({ change: { row: { byId: phone.userId, canceled: true } } })
  // The canceled ones took nothing of what is owed.
  expect(await returnPayment(recorder.id, false)).toMatchObject(row('Asha Juma', false))
  // What was recorded after the restore was recorded by who sends it, and is owed.
  expect(await returnPayment(recorder.id, true, '2099-01-02T09:00:00.000Z')).toMatchObject({
    code: 'COLLECTION_NOTHING_OWED',
  })
})

test('an expense comes back from who recorded it, when that is a person of the company', async () => {
  await restored(1)
  const { db } = shop.server().services
  const { phone } = shop.phones[0]
  const recorder = await createOperator(db, shop.shop.companyId, { first_name: 'Asha', last_name: 'Juma' })
  const stranger = await createOperator(db, (await createShop(restorable.backend)).companyId)
  const returnExpense = (byId: string, createdAt = '2026-01-02T06:31:00.000Z') =>
    phone.pushOne('expense.save', { ...newExpense(randomUUID()), createdAt, returned: { byId } })
  const row = (createdBy: string) => ({ state: 'done', change: { row: { createdBy } } })
  const returned = await returnExpense(recorder.id)
  expect(returned).toMatchObject({ change: { row: { createdBy: recorder.id, createdByName: 'Asha Juma' } } })
  expect(await returnExpense(stranger.id)).toMatchObject(row(phone.userId))
  // What was recorded after the restore was recorded by who sends it.
  expect(await returnExpense(recorder.id, '2099-01-02T06:31:00.000Z')).toMatchObject(row(phone.userId))
  // The trail says who sent the one that names another person.
  const entries = await db
    .selectFrom('audit')
    .select(['user_id', 'subject', 'detail'])
    .where('company_id', '=', shop.shop.companyId)
    .where('action', '=', 'expense.return')
    .execute()
  expect(entries).toEqual([
    {
      user_id: phone.userId,
      subject: `expense:${'change' in returned ? returned.change?.id : ''}`,
      detail: { createdBy: recorder.id, createdByName: 'Asha Juma' },
    },
  ])
})

test('a payment comes back whole when goods were refunded after it', async () => {
  const { phone } = shop.phones[0]
  const sale = invoiceInput({ ...aSale(shop.shop.productId), payments: [] })
  const sold = invoiceOf(await phone.pushOne('invoice.submit', sale))
  const refund = {
    ...{ invoiceId: sold.id, creditNoteId: randomUUID(), reason: 'Imeharibika', paidBy: 'cash' },
    ...{
      lines: [{ lineId: sold.lines[0]?.id ?? '', quantity: 1_000 }],
      total: sale.totals.totalIncludingTax,
    },
  }
  expect(await phone.pushOne('invoice.credit', refund)).toMatchObject({ state: 'done' })
  await restored(1)
  const amount = sale.totals.totalIncludingTax
  const payment = {
    ...{ collectionId: randomUUID(), invoiceId: sold.id, at: '2020-01-02T09:00:00.000Z' },
    fields: { day: '2020-01-02', type: 'cash', amount, reference: '' },
  }
  const returned = { byId: phone.userId, canceled: false }
  expect(await phone.pushOne('collection.save', { ...payment, returned })).toMatchObject({
    state: 'done',
    change: { row: { amount } },
  })
})

test('an operator cannot release numbering', async () => {
  await restored(1)
  const answer = await shop.server().call('fiscal.resume', {}, shop.phones[0].phone.token)
  expect(answer.status).toBe(403)
  expect(await identityState()).toEqual({ state: 'held', nextGc: 3 })
})

test('a phone that comes back after the release fills the numbers that were left for it', async () => {
  const lost = await restored(3)
  await asOwner('fiscal.resume', { lastGc: 5 })
  expect(await shop.comeBack(shop.phones[0])).toBe(3)
  const rows = await shop
    .server()
    .services.db.selectFrom('receipts')
    .select(['invoice_id', 'gc'])
    .where('company_id', '=', shop.shop.companyId)
    .orderBy('gc')
    .execute()
  expect(rows.slice(2).map((row) => row.invoice_id)).toEqual(lost.map(({ id }) => id))
  expect(await identityState()).toEqual({ state: 'active', nextGc: 6 })
})

test('a number that was given again too early is not taken from its invoice', async () => {
  const [lost] = await restored(1)
  if (lost === undefined) throw new Error('nothing was sold')
  await asOwner('fiscal.resume')
  const repeated = await shop.sell(shop.phones[1])
  expect(repeated.receipt?.gc).toBe(lost.receipt?.gc)
  expect(await giveBack(lost)).toMatchObject({
    state: 'refused',
    code: 'INVOICE_SUBMITTED_DIFFERENTLY',
    data: { rctvnum: lost.receipt?.rctvnum },
  })
})

test('a number that no phone returns keeps numbering held', async () => {
  const [first, , third] = await restored(3)
  if (!first || !third) throw new Error('nothing was sold')
  const [a, b] = shop.phones
  for (const by of shop.phones)
    by.known.delete([...by.known.values()].find(({ receipt }) => receipt?.gc === 4)?.id ?? '')
  await shop.comeBack(a)
  await shop.comeBack(b)
  expect(await shop.runJobs()).toEqual([])
  expect((await asOwner('fiscal.status')).body).toMatchObject({
    hold: { nextGc: 6, missing: [4], devicesAwaited: 0, devicesReturned: 2 },
  })
})

test('a receipt that the portal does not show keeps numbering held', async () => {
  await restored(2)
  await restorable.backend.controlSimulator('POST', 'reset', { keepDevices: true })
  for (const by of shop.phones) {
    for (const invoice of by.known.values()) {
      if (invoice.receipt) {
        const receipt = { ...invoice.receipt, delivery: 'acknowledged' as const }
        by.known.set(invoice.id, invoiceIn(invoice, { status: 'issued', receipt }))
      }
    }
    await shop.comeBack(by)
  }
  expect(await shop.runJobs()).toEqual([])
  expect((await asOwner('fiscal.status')).body).toMatchObject({ hold: { unproved: 2, devicesAwaited: 0 } })
})

test('two phones that return the same invoice return it once, and its signed bytes are the lost ones', async () => {
  const [a, b] = shop.phones
  await shop.sell(a)
  await shop.pull(a)
  await shop.pull(b)
  await shop.remember()
  const lost = await shop.sell(a)
  await shop.pull(b)
  const { db } = shop.server().services
  const bytes = await db
    .selectFrom('receipts')
    .select('signed_bytes')
    .where('invoice_id', '=', lost.id)
    .execute()
  await shop.restore()
  await shop.comeBack(a)
  await shop.comeBack(b)
  const after = await shop
    .server()
    .services.db.selectFrom('receipts')
    .select(['signed_bytes', 'delivery'])
    .where('invoice_id', '=', lost.id)
    .execute()
  expect(after).toEqual([{ ...bytes[0], delivery: 'unknown' }])
})

test('neither the authority nor a resumed device lifts the hold', async () => {
  await restored(1)
  await refreshIdentityStatus(shop.delivery(), shop.shop.identity)
  expect((await identityState())?.state).toBe('held')
  await restorable.backend.controlSimulator('POST', `devices/${shop.shop.identity.certKey}/block`, {
    message: 'Blocked',
  })
  await refreshIdentityStatus(shop.delivery(), shop.shop.identity)
  expect((await identityState())?.state).toBe('blocked')
  await restorable.backend.controlSimulator('POST', `devices/${shop.shop.identity.certKey}/unblock`)
  await refreshIdentityStatus(shop.delivery(), shop.shop.identity)
  expect((await identityState())?.state).toBe('held')
})

test('a refund waits for the end of the hold, also when the authority blocks the company meanwhile', async () => {
  const { phone } = shop.phones[0]
  const sold = await shop.sell(shop.phones[0])
  await restored(1)
  const control = (word: 'block' | 'unblock') =>
    restorable.backend.controlSimulator('POST', `devices/${shop.shop.identity.certKey}/${word}`, {
      message: 'Blocked',
    })
  await control('block')
  await refreshIdentityStatus(shop.delivery(), shop.shop.identity)
  expect((await identityState())?.state).toBe('blocked')
  const refund = {
    ...{ invoiceId: sold.id, creditNoteId: randomUUID(), reason: 'Imeharibika', paidBy: 'cash' },
    ...{
      lines: sold.lines.map(({ id, quantity }) => ({ lineId: id, quantity })),
      total: sold.totals.totalIncludingTax,
    },
  }
  const credit = () => phone.pushOne('invoice.credit', refund)
  // A phone may still return a note with the number that it would get.
  expect(await credit()).toMatchObject({ state: 'retry', code: 'FISCAL_NUMBERING_HELD' })
  await asOwner('fiscal.resume', { lastGc: 4 })
  expect((await identityState())?.state).toBe('blocked')
  expect(await credit()).toMatchObject({ state: 'done', change: { row: { creditNotes: [{ number: 1 }] } } })
  await control('unblock')
})

test('what this device cannot have issued is not taken', async () => {
  const [lost] = await restored(1)
  const other = await createShop({ ...restorable.backend, server: shop.server(), delivery: shop.delivery() })
  if (!lost?.receipt) throw new Error('nothing was sold')
  const { receipt } = lost
  const forgeries: object[] = [
    { ...lost, receipt: { ...receipt, gc: 9, rctvnum: receipt.rctvnum } },
    { ...lost, receipt: { ...receipt, gc: 2_000_000, rctvnum: `${receipt.rctvnum.slice(0, -1)}2000000` } },
    { ...lost, receipt: { ...receipt, serial: other.identity.certKey } },
    { ...lost, receipt: { ...receipt, issuedTime: '23:59:59' } },
    { ...lost, companyId: other.companyId },
    { ...lost, totals: { ...lost.totals, totalIncludingTax: toCents(1) } },
    { ...lost, receipt: null },
  ]
  for (const invoice of forgeries) {
    expect(await giveBack(invoice)).toMatchObject({ state: 'refused', code: 'OPERATION_INVALID' })
  }
  // A company that was founded after the backup has no hold: nothing can be returned to it.
  expect(
    await other.phone.pushOne('receipt.return', { invoice: { ...lost, companyId: other.companyId } }),
  ).toMatchObject({
    state: 'refused',
    code: 'OPERATION_INVALID',
  })
  expect((await identityState())?.nextGc).toBe(3)
})

test('a second restore awaits the phones again and keeps the status the device had before', async () => {
  const [a, b] = shop.phones
  await restored(2)
  await shop.comeBack(a)
  await shop.remember()
  await shop.restore()
  expect((await asOwner('fiscal.status')).body).toMatchObject({ state: 'held', hold: { nextGc: 5 } })
  await shop.comeBack(a)
  expect(await shop.comeBack(b)).toBe(0)
  expect(await shop.runJobs()).toEqual([shop.shop.identity.id])
  expect(await identityState()).toEqual({ state: 'active', nextGc: 5 })
})
