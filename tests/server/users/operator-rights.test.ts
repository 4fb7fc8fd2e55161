import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Session } from '#contract/session.ts'
import type { OperationResult } from '#contract/sync.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import type { Invoice, InvoiceContent } from '#domain/invoices/invoice.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { ALL_RIGHTS, type OperatorRights } from '#domain/permissions/operator-rights.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

const NO_RIGHTS: OperatorRights = { refund: false, cancel: false, maxDiscount: toBasisPoints(500) }

let backend: TestBackend
let shop: Shop
let owner: { readonly id: string; readonly token: string }

beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  const user = await createUser(backend.server.services.db, {
    ...{ user_type: 'company_owner', company_id: shop.companyId },
  })
  owner = { id: user.id, token: (await logInTestUser(backend.server, user.username)).token }
})
afterAll(async () => await backend.close())
beforeEach(async () => await choose(NO_RIGHTS))

async function choose(rights: OperatorRights): Promise<void> {
  const input = { id: shop.phone.userId, rights }
  const answer = await backend.server.call('users.choose-rights', input, owner.token)
  expect(answer).toMatchObject({ status: 200, body: { rights } })
  // The server's cached rights of the person are older than this now.
  backend.clock.advance(2_001)
}

function discounted(percent: number): InvoiceContent {
  const sale = aSale(shop.productId, 2)
  const lines = sale.lines.map((line) => ({ ...line, discount: toBasisPoints(percent * 100) }))
  return { ...sale, lines, payments: [] }
}

async function sold(): Promise<Invoice> {
  return invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId, 2))))
}

function refund(invoice: Invoice, overrides: object = {}) {
  return {
    ...{ invoiceId: invoice.id, creditNoteId: randomUUID(), reason: 'Imeharibika', paidBy: 'cash' },
    ...{ lines: [{ lineId: invoice.lines[0]?.id ?? '', quantity: 1000 }], total: 300_000 },
    ...overrides,
  }
}

const endOf = (result: OperationResult) => (result.state === 'done' ? 'done' : result.code)
const approval = () => ({ userId: owner.id, at: '2026-11-21T10:00:00.000Z' })

async function auditDetail(action: string, invoiceId: string): Promise<unknown> {
  const row = await backend.server.services.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', action)
    .where('subject', '=', `invoice:${invoiceId}`)
    .executeTakeFirst()
  return row?.detail
}

test('an operator without the right to refund is refused, and allowed with the approval of the owner', async () => {
  const invoice = await sold()
  expect(endOf(await shop.phone.pushOne('invoice.credit', refund(invoice)))).toBe('FORBIDDEN')
  const approved = refund(invoice, { approval: approval() })
  expect(endOf(await shop.phone.pushOne('invoice.credit', approved))).toBe('done')
  expect(await auditDetail('invoice.credit', invoice.id)).toMatchObject({ approvedBy: owner.id })
})

test('an operator without the right to cancel gives up drafts freely, and numbered invoices with approval only', async () => {
  const draft = invoiceOf(await shop.phone.pushOne('invoice.save', invoiceInput(aSale(shop.productId))))
  const dropped = { invoiceId: draft.id, reason: '' }
  expect(endOf(await shop.phone.pushOne('invoice.cancel', dropped))).toBe('done')
  const invoice = await sold()
  const cancel = { invoiceId: invoice.id, reason: 'Makosa' }
  expect(endOf(await shop.phone.pushOne('invoice.cancel', cancel))).toBe('FORBIDDEN')
  const approved = { ...cancel, approval: approval() }
  expect(endOf(await shop.phone.pushOne('invoice.cancel', approved))).toBe('done')
  expect(await auditDetail('invoice.cancel', invoice.id)).toMatchObject({ approvedBy: owner.id })
})

test('a discount up to the limit is sold; one above it needs approval, also in a batch', async () => {
  const fair = invoiceInput(discounted(5))
  const generous = invoiceInput(discounted(5.01))
  const approved = { ...invoiceInput(discounted(20)), approval: approval() }
  const ops = [fair, generous, approved].map((body) => shop.phone.operation('invoice.submit', body))
  const results = await shop.phone.push(...ops)
  expect(results.map(endOf)).toEqual(['done', 'FORBIDDEN', 'done'])
  expect(await auditDetail('invoice.submit', approved.invoiceId)).toMatchObject({ approvedBy: owner.id })
})

test('only an owner of the same company can approve', async () => {
  const { db } = backend.server.services
  const stranger = await createUser(db, {
    ...{ user_type: 'company_owner', company_id: (await createShop(backend)).companyId },
  })
  const invoice = await sold()
  for (const userId of [stranger.id, shop.phone.userId, randomUUID()]) {
    const body = refund(invoice, { approval: { ...approval(), userId } })
    expect(endOf(await shop.phone.pushOne('invoice.credit', body))).toBe('FORBIDDEN')
  }
})

test('an owner who was disabled or blocked approves nothing since, and what was approved before stays approved', async () => {
  const { server, clock } = backend
  const partner = await createUser(server.services.db, {
    ...{ user_type: 'company_owner', company_id: shop.companyId },
  })
  const platform = await createUser(server.services.db, { user_type: 'platform_admin' })
  const { token } = await logInTestUser(server, platform.username)
  const setStatus = async (status: 'active' | 'inactive' | 'blocked') => {
    clock.advance(60_000)
    const input = { id: partner.id, status }
    expect((await server.call('users.change-status', input, token)).status).toBe(200)
    clock.advance(60_000)
  }
  const now = () => toInstant(clock.now())
  const approvedAt = async (at: string) => {
    const body = refund(await sold(), { approval: { userId: partner.id, at } })
    return endOf(await shop.phone.pushOne('invoice.credit', body))
  }
  const earlier = now()
  await setStatus('inactive')
  const between = now()
  await setStatus('blocked')
  expect(await approvedAt(earlier)).toBe('done')
  expect(await approvedAt(between)).toBe('FORBIDDEN')
  expect(await approvedAt(now())).toBe('FORBIDDEN')
  await setStatus('active')
  expect(await approvedAt(now())).toBe('done')
})

test('rights come with the session and with every page of the feed, and hold until the owner changes them', async () => {
  const { server } = backend
  expect((await server.call('session.read', {}, shop.phone.token)).body).toMatchObject({ rights: NO_RIGHTS })
  expect(await shop.phone.pull()).toMatchObject({ rights: NO_RIGHTS })
  await choose(ALL_RIGHTS)
  expect(await shop.phone.pull()).toMatchObject({ rights: ALL_RIGHTS })
  expect(endOf(await shop.phone.pushOne('invoice.credit', refund(await sold())))).toBe('done')
  expect((await server.call('session.read', {}, owner.token)).body).toMatchObject({ rights: ALL_RIGHTS })
})

test('a page of the feed says the name and the authority as they are now, and a corrected name is a change', async () => {
  const { server } = backend
  const own = await createShop(backend)
  const { phone } = own
  const before = await phone.pull()
  const { environment, user } = (await server.call('session.read', {}, phone.token)).body as Session
  const { firstName, lastName } = user
  expect(before).toMatchObject({ environment, person: { firstName, lastName } })
  const manager = await createUser(server.services.db, {
    ...{ user_type: 'company_owner', company_id: own.companyId },
  })
  const { token } = await logInTestUser(server, manager.username)
  const input = { id: phone.userId, firstName: 'Aisha', lastName, email: user.email, mobile: '754000003' }
  expect((await server.call('users.change', input, token)).status).toBe(200)
  await server.services.db
    .updateTable('fiscal_identities')
    .set({ environment: 'live' })
    .where('company_id', '=', own.companyId)
    .execute()
  const after = await phone.pull(before.next)
  expect(after.upTo).toBeGreaterThan(before.upTo)
  expect(after).toMatchObject({ environment: 'live', person: { firstName: 'Aisha', lastName } })
})
