import 'fake-indexeddb/auto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveCustomer } from '#commands/catalogue.ts'
import { cancelInvoice, saveDraft, submitInvoice } from '#commands/invoices.ts'
import { sendAgain } from '#commands/stuck-work.ts'
import { createCompany } from '../support/tenants.ts'
import { aSale } from '../support/test-backend.ts'
import { unwrap } from '../sync/shop.ts'
import type { RealPhone } from './real-phone.ts'
import { codesOf, other, phone, sell, shop, sold, testBed } from './shop-fixture.ts'
import { expectConsistent, PUSH } from './test-bed.ts'

/** A bound for a busy machine; nothing waits for it when things go well. */
const WAIT = { timeout: 20_000 }
const DAY = 86_400_000

const canceled: string[] = []

const expectAllConsistent = () => expectConsistent(testBed, shop, [phone, other], sold, { canceled })

async function writeDown(by: RealPhone, name: string, number: string, customerId?: string): Promise<string> {
  const form = {
    ...{ name, identificationType: 'TAX_IDENTIFICATION_NUMBER' as const, identificationNumber: number },
    ...{ phone: '', email: '', vatRegistrationNumber: '' },
  }
  const input = customerId === undefined ? { form } : { customerId, form }
  return unwrap(await saveCustomer(by.account, by.commands, input)).id
}

async function sellTo(by: RealPhone, customerId: string, name: string, number: string): Promise<string> {
  const sale = aSale(shop.productId)
  const customer = {
    ...sale.customer,
    ...{ customerId, name },
    ...{ identificationType: 'TAX_IDENTIFICATION_NUMBER' as const, identificationNumber: number },
  }
  const row = unwrap(await submitInvoice(by.account, by.commands, { content: { ...sale, customer } }))
  sold.push(row.id)
  return row.id
}

test('a customer and a sale to them that were written without a network go out in that order (G1)', async () => {
  testBed.proxy.cut()
  const customerId = await writeDown(phone, 'Hoteli Mfano', '100000001')
  await sellTo(phone, customerId, 'Hoteli Mfano', '100000001')
  await phone.sync('enqueued')
  await expectAllConsistent()
  expect(await other.account.db.customers.get(customerId)).toMatchObject({ name: 'Hoteli Mfano' })
})

test('what depends on refused work waits with a reason, and goes when a person corrected the first (G2)', async () => {
  await writeDown(other, 'Shule Mfano', '100000002')
  const customerId = await writeDown(phone, 'Duka Lingine', '100000002')
  await sellTo(phone, customerId, 'Duka Lingine', '100000002')
  await other.sync('enqueued')
  await phone.sync('enqueued')
  expect(await codesOf(phone)).toEqual([
    ['attention', 'CUSTOMER_ID_DUPLICATED'],
    ['blocked', 'OPERATION_DEPENDENCY_REFUSED'],
  ])
  await writeDown(phone, 'Duka Lingine', '100000003', customerId)
  await expectAllConsistent()
  expect(await phone.unsent()).toEqual([])
})

test('a customer whom the company has already becomes that one, and the sale goes out (G3)', async () => {
  const theirs = await writeDown(other, 'Juma Mfano', '100000004')
  const mine = await writeDown(phone, 'juma mfano', '100000004')
  const id = await sellTo(phone, mine, 'juma mfano', '100000004')
  await other.sync('enqueued')
  await expectAllConsistent()
  expect((await phone.invoice(id)).customer.customerId).toBe(theirs)
})

test('a sale that always breaks the server is separated from the others and goes once the server is fixed (G5)', async () => {
  for (let n = 0; n < 5; n += 1) await sell()
  const broken = (await phone.unsent())[2]
  if (!broken) throw new Error('nothing is queued')
  const { db } = testBed.backend.server.services
  const body = `begin if new.op_id = '${broken.opId}' then raise exception 'it always breaks'; end if; return new; end`
  await sql`create function break_one() returns trigger language plpgsql as ${sql.lit(body)}`.execute(db)
  await sql`create trigger break_one before insert on operations for each row execute function break_one()`.execute(
    db,
  )
  await phone.syncUntilIdle()
  expect(await phone.unsent()).toMatchObject([{ opId: broken.opId, state: 'attention' }])
  await sql`drop trigger break_one on operations`.execute(db)
  await sql`drop function break_one`.execute(db)
  unwrap(await sendAgain(phone.account, phone.commands, { opId: broken.opId }))
  await expectAllConsistent()
})

test('what is on its way cannot be edited, and ends as it was sold (G6)', async () => {
  const id = await sell()
  testBed.proxy.inject(PUSH, { kind: 'lose-answer' })
  await phone.sync('enqueued')
  for (const write of [saveDraft, submitInvoice]) {
    const again = { invoiceId: id, content: aSale(shop.productId, 9) }
    expect(await write(phone.account, phone.commands, again)).toMatchObject({ ok: false })
  }
  await expectAllConsistent()
})

test('a cancellation while the submission is under way comes after it, and both sides end canceled (G7)', async () => {
  const id = await sell()
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const met = testBed.proxy.inject(PUSH, { kind: 'hold', release })
  const slow = phone.sync('enqueued')
  await expect.poll(met.hits, WAIT).toBe(1)
  unwrap(await cancelInvoice(phone.account, phone.commands, { invoiceId: id, reason: 'Si sahihi' }))
  canceled.push(id)
  resolve()
  await slow
  await expectAllConsistent()
})

test('many saves of one draft arrive in their order, for any order of the answers (G8)', async () => {
  const { account, commands } = phone
  const { id } = unwrap(await saveDraft(account, commands, { content: aSale(shop.productId) }))
  for (let n = 2; n <= 12; n += 1) {
    // Once on its way an operation is never written over: each save is one more behind it.
    testBed.proxy.inject(PUSH, { kind: 'refuse' })
    await phone.sync('person')
    unwrap(await saveDraft(account, commands, { invoiceId: id, content: aSale(shop.productId, n) }))
  }
  expect((await phone.unsent()).length).toBeGreaterThan(10)
  const reversed = testBed.proxy.inject(
    PUSH,
    {
      kind: 'alter',
      alter: (text) => {
        const answer = JSON.parse(text) as { results: unknown[] }
        return JSON.stringify({ ...answer, results: answer.results.toReversed() })
      },
    },
    Number.POSITIVE_INFINITY,
  )
  unwrap(await submitInvoice(account, commands, { invoiceId: id, content: aSale(shop.productId, 13) }))
  sold.push(id)
  await phone.syncUntilIdle()
  expect(reversed.hits()).toBeGreaterThan(0)
  reversed.end()
  await expectAllConsistent()
  expect((await other.invoice(id)).lines[0]?.quantity).toBe(13_000)
})

test('a person who moves to another company leaves what they sold behind, unsent and unseen; back again, it goes (H3)', async () => {
  const { db } = testBed.backend.server.services
  const theirs = await testBed.phone(shop)
  const { userId } = theirs.account
  const elsewhere = await createCompany(db)
  const id = await sell(theirs)
  const move = async (companyId: string) => {
    await db.updateTable('users').set({ company_id: companyId }).where('id', '=', userId).execute()
    // The database notifies the processes within a moment.
    await expect.poll(async () => (await theirs.deps.call('session.read', {})).kind, WAIT).toBe('refused')
  }
  await move(elsewhere.id)
  await theirs.sync('person')
  expect(await theirs.unsent()).toHaveLength(1)
  await theirs.logIn()
  expect(theirs.account.companyId).toBe(elsewhere.id)
  await theirs.syncUntilIdle()
  expect([await theirs.unsent(), await theirs.account.db.invoices.toArray()]).toEqual([[], []])
  expect((await shop.phone.call('invoices.find', { id })).status).toBe(404)
  await move(shop.companyId)
  await theirs.logIn()
  await expectConsistent(testBed, shop, [phone, other, theirs], sold, { canceled })
})

test('work that names records of another company changes none of them and reveals nothing of them (H5)', async () => {
  const next = await testBed.openShop()
  const stranger = await testBed.phone(next)
  const own = await stranger.sell(next.productId)
  // Ids are each company's own: this becomes a sale of theirs.
  const [ours = ''] = sold
  const { account, commands } = stranger
  unwrap(await submitInvoice(account, commands, { invoiceId: ours, content: aSale(next.productId, 7) }))
  unwrap(await submitInvoice(account, commands, { content: aSale(shop.productId) }))
  await stranger.syncUntilIdle()
  expect(await codesOf(stranger)).toEqual([['attention', 'INVOICE_PRODUCT_UNKNOWN']])
  expect(JSON.stringify(await stranger.unsent())).not.toContain(shop.companyId)
  await expectConsistent(testBed, next, [stranger], [own, ours])
  await expectAllConsistent()
})

test('a receipt that the authority says it has already counts once (I-7)', async () => {
  const { certKey: certkey } = shop.identity
  await testBed.backend.controlSimulator('PUT', 'profile', { duplicateAnswer: 902 })
  await testBed.backend.controlSimulator('POST', 'faults', {
    kind: 'drop-answer',
    times: 1,
    calls: ['receipt'],
    certkey,
  })
  await sell()
  await phone.sync('enqueued')
  await testBed.deliver(shop)
  testBed.backend.clock.advance(5 * 60_000)
  await expectAllConsistent()
})

test('a receipt that the authority acknowledged and lost is sent again (I-10)', async () => {
  const { certKey: certkey } = shop.identity
  await testBed.backend.controlSimulator('POST', 'faults', { kind: 'lost', times: 1, certkey })
  const id = await sell()
  await phone.sync('enqueued')
  await testBed.deliver(shop)
  testBed.backend.clock.advance(DAY + 3_600_000)
  await testBed.deliver(shop)
  await phone.sync('online')
  expect((await phone.invoice(id)).receipt?.delivery).toBe('missing')
  await expectAllConsistent()
  expect((await phone.invoice(id)).receipt?.delivery).toBe('verified')
})
