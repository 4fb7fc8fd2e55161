import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Session } from '#contract/session.ts'
import type { Change } from '#contract/sync.ts'
import { DAY_MS, type FiscalDay, type Instant, toInstant } from '#domain/calendar/east-africa.ts'
import { closeDays } from '#server/services/fiscal/close-days.ts'
import { renewIdentity } from '#server/services/fiscal/save-registration.ts'
import { lockCompanyIdentity } from '#server/storage/fiscal/identities.ts'
import { inTransaction } from '#server/storage/in-transaction.ts'
import { percent } from '#tests/domain/example-invoice.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createUser } from '#tests/support/tenants.ts'
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
let platformToken: string
beforeAll(async () => {
  backend = await startTestBackend()
  shop = await createShop(backend)
  const { server } = backend
  const admin = await createUser(server.services.db, { user_type: 'platform_admin' })
  platformToken = (await logInTestUser(server, admin.username)).token
})
afterAll(async () => await backend.close())

/** A sale at a rate, made at a moment of the phone. */
function soldAt(saleAt: string, rate: number) {
  const sale = aSale(shop.productId)
  const lines = sale.lines.map((line) => ({ ...line, rate: percent(rate) }))
  return { ...invoiceInput({ ...sale, lines }), saleAt: saleAt as Instant }
}

const plan = (validFrom: string, rate: number | null) =>
  backend.server.call(
    'rates.plan',
    { taxType: 'standard', validFrom: validFrom as FiscalDay, rate: rate === null ? null : percent(rate) },
    platformToken,
  )

async function pulledRates(cursor?: string) {
  const { changes } = await shop.phone.pull(cursor)
  const companies = (changes as Change[]).flatMap((change) => (change.t === 'company' ? [change.row] : []))
  return companies.at(-1)?.rates?.filter(({ taxType }) => taxType === 'standard')
}

test('a rate that the law will change is planned by the platform and reaches every phone with the feed', async () => {
  const { next } = await shop.phone.pull()
  expect(await plan('2026-12-01', 16)).toMatchObject({
    status: 200,
    body: { rates: [{ taxType: 'standard', rate: 1600, validFrom: '2026-12-01' }] },
  })
  const planned = { taxType: 'standard', rate: 1600, validFrom: '2026-12-01', active: true }
  expect(await pulledRates(next)).toContainEqual(planned)
  const { body } = await shop.phone.call('session.read', {})
  expect((body as Session).rates).toContainEqual(planned)
})

test('a rate that is in force is never changed, and a planned one can be taken back', async () => {
  expect(await plan('2026-11-21', 16)).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'validFrom', code: 'RATE_DAY_NOT_AHEAD' }] },
  })
  await plan('2027-07-01', 15)
  const { next } = await shop.phone.pull()
  await plan('2027-07-01', null)
  expect((await pulledRates(next))?.map(({ validFrom }) => validFrom)).not.toContain('2027-07-01')
})

test('a sale made offline before a change of rate is numbered with the rate of its day when it goes out after it', async () => {
  const offline = shop.phone.operation('invoice.submit', soldAt('2026-11-30T20:59:00.000Z', 18))
  backend.clock.advance(Date.parse('2026-12-02T08:00:00.000Z') - backend.clock.now())
  const [sent] = await shop.phone.push(offline)
  if (!sent) throw new Error('the push has no result')
  expect(invoiceOf(sent)).toMatchObject({ status: 'submitted', lines: [{ rate: 1800 }] })
  // A minute later it was December in East Africa.
  const refused = { state: 'refused', code: 'INVOICE_RATE_UNKNOWN' }
  expect(await shop.phone.pushOne('invoice.submit', soldAt('2026-11-30T21:00:00.000Z', 18))).toMatchObject(
    refused,
  )
  expect(await shop.phone.pushOne('invoice.submit', soldAt('2026-11-30T20:59:00.000Z', 16))).toMatchObject(
    refused,
  )
  const after = await shop.phone.pushOne('invoice.submit', soldAt('2026-11-30T21:00:00.000Z', 16))
  expect(invoiceOf(after)).toMatchObject({ lines: [{ rate: 1600 }] })
})

test('a renewed registration that names another rate does not rewrite what was in force before it', async () => {
  const { services } = backend.server
  const scope = { companyId: shop.companyId }
  await inTransaction(services.db, async (tx) => {
    const identity = await lockCompanyIdentity(tx, scope)
    if (!identity) throw new Error('the identity is gone')
    const taxCodes = { ...identity.registration.taxCodes, A: 17 }
    const answer = { ...identity.registration, taxCodes, password: 'siri' }
    await renewIdentity(services, tx, identity, { ...answer, gc: identity.counter.nextGc })
  })
  const before = await shop.phone.pushOne('invoice.submit', soldAt('2026-11-30T09:00:00.000Z', 18))
  expect(invoiceOf(before)).toMatchObject({ lines: [{ rate: 1800 }] })
  const since = await shop.phone.pushOne('invoice.submit', soldAt(toInstant(services.clock.now()), 17))
  expect(invoiceOf(since)).toMatchObject({ lines: [{ rate: 1700 }] })
})

test('the report of a day names the rate of that day', async () => {
  const { services } = backend.server
  backend.clock.advance(DAY_MS)
  await closeDays(services, shop.identity)
  const rows = await services.db
    .selectFrom('z_reports')
    .select(['day', 'signed_bytes'])
    .where('identity_id', '=', shop.identity.id)
    .where('day', 'in', ['2026-11-30', '2026-12-01'])
    .orderBy('day')
    .execute()
  expect(rows.map(({ signed_bytes: bytes }) => /<VATRATE>A-([\d.]+)/.exec(bytes)?.[1])).toEqual([
    '18.00',
    '16.00',
  ])
})
