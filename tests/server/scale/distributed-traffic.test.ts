import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { enqueueDueWork } from '#server/jobs/sweeper.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import { findIdentityScope } from '#server/storage/fiscal/senders.ts'
import { USSD_SECRET } from '../../support/dial-ussd.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'
import { openTenant } from '../security-suite/cast.ts'
import { liveOneDay } from '../security-suite/traffic.ts'
import { CITUS_STUB, DISTRIBUTE } from './citus-stub.ts'

let backend: TestBackend
let shop: Shop
beforeAll(async () => {
  backend = await startTestBackend(undefined, { environment: { USSD_GATEWAY_SECRET: USSD_SECRET } })
  shop = await createShop(backend)
  await sell()
  await distribute()
})
afterAll(async () => await backend.close())

/**
 * As `deploy/citus/README.md` says: no process is connected meanwhile. A connection from before would go on with a prepared
 * insert into the view of feeds, of which nothing was left that PostgreSQL could find outdated.
 */
async function distribute() {
  const other = new Client({ connectionString: backend.server.connectionString })
  await other.connect()
  await other.query(CITUS_STUB)
  await other.query(DISTRIBUTE)
  const { rowCount } = await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'risiti'`)
  await other.end()
  const isLost = ({ event }: Readonly<Record<string, unknown>>) => event === 'database-connection-lost'
  await vi.waitFor(() => expect(backend.server.events.filter(isLost)).toHaveLength(rowCount ?? 0), 30_000)
}

async function sell() {
  return invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId))))
}

test('a company that was there before sells on: its numbers and its feed go on where they were', async () => {
  const before = await shop.phone.pull()
  const sold = await sell()
  expect(sold.receipt?.gc).toBe(2)
  const { changes } = await shop.phone.pull(before.next)
  expect(changes).toContainEqual(expect.objectContaining({ t: 'invoice', row: sold }))
  const scope = await findIdentityScope(backend.server.services.db, shop.identity.id)
  expect(scope).toEqual({ companyId: shop.companyId, id: shop.identity.id })
  expect(await deliver(backend.delivery, shop.identity)).toBe('idle')
})

test('a company that is opened afterwards lives its day', async () => {
  const tenant = await openTenant(backend, 'Kijana')
  await liveOneDay(backend, tenant)
  const { company, identity } = tenant
  const scope = { companyId: company.id, id: identity.id }
  expect(await findIdentityScope(backend.server.services.db, identity.id)).toEqual(scope)
  const rows = await backend.server.services.db
    .selectFrom('company_feeds')
    .select('change_seq')
    .where('company_id', '=', company.id)
    .execute()
  expect(Number(rows[0]?.change_seq)).toBeGreaterThan(10)
})

test('the sweep finds what is due', async () => {
  const queues: string[] = []
  backend.clock.advance(24 * 3_600_000)
  await enqueueDueWork(backend.server.services, async (queue, ids) => {
    if (ids.length > 0) queues.push(queue)
  })
  expect(queues).toContain('fiscal-deliver')
  expect(queues).toContain('fiscal-standing')
})
