import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DrawerCount } from '#contract/drawer-counts.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Phone,
  type Shop,
  signInPhone,
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

async function countsOf(phone: Phone, day: string): Promise<readonly DrawerCount[]> {
  const { status, body } = await phone.call('drawers.counts', { day })
  expect(status).toBe(200)
  return (body as { counts: DrawerCount[] }).counts
}

function aCount(day: string, operator: object, at = `${day}T18:00:00.000Z`) {
  return { id: randomUUID(), day, at, opening: 0, expected: 50_000_00, counted: 49_000_00, ...operator }
}

async function recorded(companyId: string) {
  return await backend.server.services.db
    .selectFrom('audit')
    .select(['subject', 'detail'])
    .where('company_id', '=', companyId)
    .where('action', '=', 'drawer.count')
    .execute()
}

test('a count of cash is in the audit trail once, however often it is sent, with its difference (day end)', async () => {
  const body = {
    ...{ id: randomUUID(), day: '2026-11-21', operator: 'Asha Mushi', at: '2026-11-21T18:00:00.000Z' },
    ...{ opening: 10_000_00, expected: 50_000_00, counted: 59_000_00 },
  }
  const operation = shop.phone.operation('drawer.count', body)
  const [first] = await shop.phone.push(operation)
  expect(first).toMatchObject({ state: 'done', change: { t: 'company' } })
  expect(await shop.phone.push(operation)).toEqual([first])
  // As after a restore: the same count under a new operation.
  expect(await shop.phone.pushOne('drawer.count', body)).toMatchObject({ state: 'done' })
  expect(await recorded(shop.companyId)).toMatchObject([
    {
      subject: `drawer-count:${body.id}`,
      detail: { difference: -1_000_00, reason: '21-11-2026 Asha Mushi: 59,000 (-1,000)' },
    },
  ])
})

test('a count that is no amount is refused and leaves no trace', async () => {
  const before = await recorded(shop.companyId)
  const body = {
    ...{ id: randomUUID(), day: '2026-11-21', operator: 'Asha', at: '2026-11-21T18:00:00.000Z' },
    ...{ opening: 0, expected: 0, counted: -1 },
  }
  expect(await shop.phone.pushOne('drawer.count', body)).toMatchObject({ state: 'refused' })
  expect(await recorded(shop.companyId)).toEqual(before)
})

test('another phone of the company has the counts of a day as they were made, newest first; no other company has', async () => {
  const owner = await signInPhone(backend.server, shop.companyId)
  const asha = aCount('2026-11-20', { operator: 'Asha', operatorId: shop.phone.userId })
  const older = aCount('2026-11-20', { operator: 'Juma' }, '2026-11-20T17:00:00.000Z')
  for (const count of [asha, older, aCount('2026-11-19', { operator: 'Asha' })]) {
    expect(await shop.phone.pushOne('drawer.count', count)).toMatchObject({ state: 'done' })
  }
  expect(await countsOf(owner, '2026-11-20')).toEqual([asha, older])
  expect(await countsOf(shop.phone, '2026-11-20')).toEqual([asha, older])
  const stranger = await createShop(backend)
  expect(await countsOf(stranger.phone, '2026-11-20')).toEqual([])
})

test('an operator who sees only the own sales has the own counts and those of the own drawer', async () => {
  const other = await signInPhone(backend.server, shop.companyId)
  const owner = await createUser(backend.server.services.db, {
    ...{ user_type: 'company_owner', company_id: shop.companyId },
  })
  const { token } = await logInTestUser(backend.server, owner.username)
  const input = { id: other.userId, rights: { ...ALL_RIGHTS, seeAllSales: false } }
  expect((await backend.server.call('users.choose-rights', input, token)).status).toBe(200)
  // The server's cached rights of the person are older than this now.
  backend.clock.advance(2_001)
  const foreign = aCount('2026-11-18', { operator: 'Asha', operatorId: shop.phone.userId })
  const ofTheirs = aCount('2026-11-18', { operator: 'Asha', operatorId: other.userId })
  for (const count of [foreign, ofTheirs]) await shop.phone.pushOne('drawer.count', count)
  const made = aCount('2026-11-18', { operator: 'Neema' }, '2026-11-18T19:00:00.000Z')
  await other.pushOne('drawer.count', made)
  expect(await countsOf(other, '2026-11-18')).toEqual([made, ofTheirs])
  expect(await countsOf(shop.phone, '2026-11-18')).toHaveLength(3)
})

test('a collection, a refund and a cancellation have the id of who made them, not only the name', async () => {
  const other = await signInPhone(backend.server, shop.companyId)
  const sell = async () => {
    const input = invoiceInput({ ...aSale(shop.productId, 2), payments: [] })
    return invoiceOf(await shop.phone.pushOne('invoice.submit', input))
  }
  const [owed, canceled] = [await sell(), await sell()]
  const fields = { day: '2026-11-21', type: 'cash', amount: 100, reference: '' }
  const payment = { collectionId: randomUUID(), invoiceId: owed.id, fields, at: '2026-11-21T10:00:00.000Z' }
  expect(await other.pushOne('collection.save', payment)).toMatchObject({
    change: { row: { byId: other.userId } },
  })
  const refund = {
    ...{ invoiceId: owed.id, creditNoteId: randomUUID(), reason: 'Imeharibika', paidBy: 'cash' },
    ...{ lines: [{ lineId: owed.lines[0]?.id ?? '', quantity: 1_000 }], total: 300_000 },
  }
  const [note] = invoiceOf(await other.pushOne('invoice.credit', refund)).creditNotes ?? []
  expect(note?.byId).toBe(other.userId)
  const { cancellation } = invoiceOf(
    await other.pushOne('invoice.cancel', { invoiceId: canceled.id, reason: 'Makosa' }),
  )
  expect(cancellation?.byId).toBe(other.userId)
})
