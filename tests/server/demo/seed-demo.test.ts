import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSchema } from '#contract/sync.ts'
import { aggregateId, mergeAggregates } from '#domain/reports/aggregate.ts'
import { allDeltas } from '#domain/reports/invoice-deltas.ts'
import { DEMO_COMPANIES } from '#server/demo/demo-companies.ts'
import { companyIdOf } from '#server/demo/seed-companies.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { DEMO_PASSWORD } from '#server/demo-logins.ts'
import type { TraGateway } from '#server/gateways/tra/gateway.ts'
import { listAllAggregates } from '#server/storage/invoices/aggregates.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { TEST_PASSWORD } from '#tests/support/tenants.ts'
import { Phone, startTestBackend, type TestBackend } from '../../support/test-backend.ts'

const INVOICES = 60
const [main] = DEMO_COMPANIES
const scope = { companyId: companyIdOf(main) }

let backend: TestBackend

function seed(tra: TraGateway = backend.delivery.tra): Promise<void> {
  const { services } = backend.server
  return seedDemo(services, {
    tra,
    endpoint: backend.delivery.endpoint,
    simulatorControlUrl: backend.simulator.baseUrl,
    invoices: INVOICES,
    log: services.log,
  })
}

/** The client of a process that is killed after some receipts were sent. */
function dyingGateway(afterReceipts: number): TraGateway {
  let left = afterReceipts
  const { tra } = backend.delivery
  return {
    register: (...call) => tra.register(...call),
    token: (...call) => tra.token(...call),
    sendZReport: (...call) => tra.sendZReport(...call),
    verify: (...call) => tra.verify(...call),
    async sendReceipt(...call) {
      left -= 1
      if (left < 0) throw new Error('killed')
      return await tra.sendReceipt(...call)
    },
  }
}

beforeAll(async () => {
  backend = await startTestBackend()
  await expect(seed(dyingGateway(25))).rejects.toThrow('killed')
  await seed()
})
afterAll(async () => {
  await backend.close()
})

test('killed in the middle, the seeding continues: numbers without gap, each receipt once in the ledger', async () => {
  const rows = await backend.server.services.db
    .selectFrom('receipts')
    .select(['gc', 'total', 'delivery', 'rctvnum'])
    .where('company_id', '=', scope.companyId)
    .orderBy('gc')
    .execute()
  expect(rows.length).toBeGreaterThanOrEqual(INVOICES)
  expect(rows.map((row) => Number(row.gc))).toEqual(rows.map((_, index) => index + 1))
  expect(new Set(rows.map((row) => row.delivery))).toEqual(new Set(['verified']))
  const ledger = (await backend.controlSimulator('GET', `ledger?certkey=${main.serial}`)) as {
    rctvnum: string
    totalInclCents: number
    flags: string[]
  }[]
  expect(ledger.map((receipt) => [receipt.rctvnum, receipt.totalInclCents])).toEqual(
    rows.map((row) => [row.rctvnum, Number(row.total)]),
  )
})

test('kept totals of the demo equal a scan of its invoices', async () => {
  const { db } = backend.server.services
  const rows = await db
    .selectFrom('invoices')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .execute()
  const scanned = mergeAggregates(rows.flatMap((row) => allDeltas(row.document)))
  const kept = await listAllAggregates(db, scope)
  expect(kept).toHaveLength(scanned.length)
  for (const row of scanned) {
    expect(kept.find((aggregate) => aggregate.id === aggregateId(row))).toMatchObject(row.figures)
  }
})

test('every closed day is reported, and the last gross is everything that was sold', async () => {
  const { db } = backend.server.services
  const reports = await db
    .selectFrom('z_reports')
    .select(['report', 'delivery', 'day'])
    .where('company_id', '=', scope.companyId)
    .orderBy('day')
    .execute()
  expect(new Set(reports.map((report) => report.delivery))).toEqual(new Set(['acknowledged']))
  const last = reports.at(-1)
  const sold = await db
    .selectFrom('receipts')
    .select((select) => select.fn.sum<string>('total').as('total'))
    .where('company_id', '=', scope.companyId)
    .where('day', '<=', last?.day ?? '')
    .executeTakeFirstOrThrow()
  expect(last?.report.gross).toBe(Number(sold.total))
})

test('one company is blocked by the authority, one is not registered for VAT, one is disabled', async () => {
  const rows = await backend.server.services.db.selectFrom('companies').selectAll().execute()
  expect(rows).toHaveLength(5)
  const blocked = rows.filter((row) => row.blocked_by_tra)
  expect(blocked.map((row) => row.tin)).toEqual(['999000004'])
  expect(blocked[0]?.blocked_reason).toContain('blocked')
  expect(rows.filter((row) => row.vrn === '').map((row) => row.tin)).toEqual(['999000003'])
  expect(rows.filter((row) => !row.active).map((row) => row.tin)).toEqual(['999000005'])
})

test.each(['admin', 'orgadmin', 'owner', 'operator', 'operator2', 'newoperator', 'blocked'])(
  '%s can sign in with the password of the demo',
  async (username) => {
    expect(TEST_PASSWORD).toBe(DEMO_PASSWORD)
    const { token } = await logInTestUser(backend.server, username)
    expect(token).not.toBe('')
  },
)

test('a phone pulls the whole demo page by page, and every record has the form of the contract', async () => {
  const { token } = await logInTestUser(backend.server, 'operator')
  const phone = new Phone(backend.server, scope.companyId, randomUUID(), token)
  const kinds = new Map<string, number>()
  let cursor: string | undefined
  for (;;) {
    const answer = await phone.pull(cursor, 200)
    for (const change of answer.changes) {
      const { t } = v.parse(changeSchema, change)
      kinds.set(t, (kinds.get(t) ?? 0) + 1)
    }
    cursor = answer.next
    if (!answer.more) break
  }
  expect(kinds.get('company')).toBe(1)
  expect(kinds.get('product')).toBe(60)
  expect(kinds.get('customer')).toBe(300)
  expect(kinds.get('expense')).toBe(INVOICES)
  expect(kinds.get('invoice')).toBeGreaterThanOrEqual(INVOICES + 12)
  expect(kinds.get('aggregate')).toBeGreaterThan(100)
})

test('a second seeding changes nothing', async () => {
  const { db } = backend.server.services
  const count = () => db.selectFrom('invoices').select('id').execute()
  const before = await count()
  await seed()
  expect(await count()).toHaveLength(before.length)
})

test('tax tips are there once, for everybody and in both languages', async () => {
  const { body } = await backend.server.call('tax-tips.published', {})
  const { tips } = body as { tips: { titleEn: string; titleSw: string }[] }
  expect(tips).toHaveLength(3)
  expect(new Set(tips.flatMap(({ titleEn, titleSw }) => [titleEn, titleSw])).size).toBe(6)
})
