import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditRow } from '#contract/audit-endpoints.ts'
import type { EndpointInput, EndpointName } from '#contract/endpoints.ts'
import type { Page } from '#contract/pages.ts'
import type { Reissuable } from '#contract/receipt-endpoints.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { logInTestUser } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

type Asker = <Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
) => Promise<{ status: number; body: unknown }>

const DAYS = { from: '2026-01-01' as FiscalDay, to: '2027-12-31' as FiscalDay }
let backend: TestBackend
let shop: Shop
let other: Shop
let admin: Asker
let owner: Asker
let platform: Asker
const sold = { id: '', waiting: '' }

async function asker(overrides: Parameters<typeof createUser>[1]): Promise<Asker> {
  const user = await createUser(backend.server.services.db, overrides)
  const { token } = await logInTestUser(backend.server, user.username)
  return async (name, input) => await backend.server.call(name, input, token)
}

beforeAll(async () => {
  backend = await startTestBackend()
  const { db } = backend.server.services
  shop = await createShop(backend)
  other = await createShop(backend)
  const { organization_id } = await db
    .selectFrom('companies')
    .select('organization_id')
    .where('id', '=', shop.companyId)
    .executeTakeFirstOrThrow()
  admin = await asker({ user_type: 'organization_admin', organization_id })
  owner = await asker({ user_type: 'company_owner', company_id: shop.companyId })
  platform = await asker({ user_type: 'platform_admin' })
  const first = invoiceInput(aSale(shop.productId, 2))
  await shop.phone.pushOne('invoice.submit', first)
  await deliver(backend.delivery, shop.identity)
  const second = invoiceInput(aSale(shop.productId))
  await shop.phone.pushOne('invoice.submit', second)
  Object.assign(sold, { id: first.invoiceId, waiting: second.invoiceId })
  await other.phone.pushOne('invoice.submit', invoiceInput(aSale(other.productId)))
})
afterAll(async () => await backend.close())

function copy(overrides: Partial<EndpointInput<'receipts.reissue'>> = {}) {
  return {
    companyId: shop.companyId,
    id: sold.id,
    reissueId: randomUUID(),
    reason: 'Mteja amepoteza',
    ...overrides,
  }
}

/** Everything that numbers and sends receipts. */
async function fiscalState() {
  const { db } = backend.server.services
  const [identities, receipts, invoices] = await Promise.all([
    db.selectFrom('fiscal_identities').select(['id', 'next_gc', 'counter_dc']).orderBy('id').execute(),
    db.selectFrom('receipts').selectAll().orderBy('invoice_id').execute(),
    db.selectFrom('invoices').select(['id', 'rev', 'document']).orderBy('id').execute(),
  ])
  return { identities, receipts, invoices }
}

describe('re-issuing a receipt (spec §6)', () => {
  test('gives the numbers of the original and takes none: nothing is issued twice', async () => {
    const before = await fiscalState()
    const found = (await admin('receipts.read', { companyId: shop.companyId, id: sold.id }))
      .body as Reissuable
    expect(found.reissues).toEqual([])
    const { status, body } = await admin('receipts.reissue', copy())
    expect(status).toBe(200)
    const given = body as Reissuable
    expect(given.invoice).toEqual(found.invoice)
    expect(given.company.id).toBe(shop.companyId)
    expect(given.reissues).toMatchObject([{ number: 1, reason: 'Mteja amepoteza', by: 'Asha Mfano' }])
    expect(await fiscalState()).toEqual(before)
  })

  test('counts the copies, the same request only once', async () => {
    const request = copy({ reason: '  Nakala   ya mkaguzi ' })
    await admin('receipts.reissue', request)
    const { body } = await admin('receipts.reissue', request)
    expect((body as Reissuable).reissues.map(({ number, reason }) => [number, reason])).toEqual([
      [2, 'Nakala ya mkaguzi'],
      [1, 'Mteja amepoteza'],
    ])
  })

  test.each([
    [{ reason: ' ' }, 'REISSUE_REASON_REQUIRED'],
    [{ reason: 'x'.repeat(201) }, 'REISSUE_REASON_TOO_LONG'],
    [{ id: randomUUID() }, 'NOT_FOUND'],
  ])('is refused for %o', async (overrides, code) => {
    expect((await admin('receipts.reissue', copy(overrides))).body).toMatchObject({ code })
  })

  test('waits until the authority has the receipt', async () => {
    const { body } = await admin('receipts.reissue', copy({ id: sold.waiting }))
    expect(body).toMatchObject({ code: 'REISSUE_NOT_AT_AUTHORITY' })
  })
})

describe('the audit trail', () => {
  const rowsOf = async (ask: Asker, narrowed: Partial<EndpointInput<'audit.list'>> = {}) =>
    (await ask('audit.list', { ...DAYS, ...narrowed })).body as Page<AuditRow>

  test('says who gave out a copy, when, on which device, of which receipt and why', async () => {
    const { rows } = await rowsOf(admin, { filter: 'sales', search: 'Asha' })
    const copies = rows.filter(({ action }) => action === 'receipt.reissue')
    expect(copies).toHaveLength(2)
    expect(copies[1]).toMatchObject({
      person: 'Asha Mfano',
      reason: 'Mteja amepoteza',
      subject: `invoice:${sold.id}`,
    })
    expect(copies[1]?.receipt).not.toBe('')
    expect(copies[1]?.device).not.toBe('')
  })

  test('of an owner is that of the own company, of a platform admin all', async () => {
    const { db } = backend.server.services
    const all = await db.selectFrom('audit').select('company_id').execute()
    const own = all.filter((entry) => entry.company_id === shop.companyId)
    expect((await rowsOf(owner)).total).toBe(own.length)
    expect((await rowsOf(platform)).total).toBe(all.length)
    const seen = new Set((await rowsOf(admin)).rows.map(({ company }) => company))
    expect(seen.size).toBeLessThanOrEqual(2)
    expect((await rowsOf(admin)).total).toBeGreaterThanOrEqual(own.length)
    expect((await rowsOf(admin)).total).toBeLessThan(all.length)
  })

  test('of other days is empty, and of an area only its acts', async () => {
    expect(await rowsOf(owner, { from: '2020-01-01', to: '2020-12-31' })).toMatchObject({ total: 0 })
    const { rows } = await rowsOf(owner, { filter: 'sessions' })
    expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['session.open']))
  })

  test('goes into a file in batches, newest first, and that is recorded too', async () => {
    const { body } = await owner('audit.export', DAYS)
    const { rows } = body as { rows: AuditRow[] }
    expect(rows[0]).toMatchObject({ action: 'audit.export' })
    const rest = await owner('audit.export', { ...DAYS, before: rows[1]?.id })
    expect(rest.body).toEqual({ rows: rows.slice(2), more: false })
  })
})
