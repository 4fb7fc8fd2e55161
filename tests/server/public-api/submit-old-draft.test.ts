import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { type ApiProgram, startProgram } from '../../support/api-program.ts'
import { logInTestUser, testClock } from '../../support/start-test-server.ts'
import { createUser } from '../../support/tenants.ts'
import {
  createShop,
  invoiceOf,
  type Shop,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'

const INVOICES = '/v1/accounting/public/invoices'
/** The rate falls from 18 to 16 percent on 1 December. */
const WRITTEN = '2026-11-29T08:00:00.000Z'
const SUBMITTED = '2026-12-02T08:00:00.000Z'
const NAMED = '2026-11-28T09:30:00.000Z'

let backend: TestBackend
let shop: Shop
let program: ApiProgram
const drafts = new Map<string, string>()

const content = (saleAt?: string) => ({
  items: [{ productId: shop.productId, quantity: 2 }],
  payments: [{ type: 'cash', amount: 6000 }],
  ...(saleAt !== undefined && { saleAt }),
})

async function newDraft(saleAt?: string): Promise<string> {
  const { status, body } = await program.post(INVOICES, content(saleAt))
  expect(status).toBe(201)
  return String(body['id'])
}

beforeAll(async () => {
  const clock = testClock(WRITTEN)
  backend = await startTestBackend(clock)
  shop = await createShop(backend)
  program = (await startProgram(backend.server, shop.companyId)).program
  const admin = await createUser(backend.server.services.db, { user_type: 'platform_admin' })
  const { token } = await logInTestUser(backend.server, admin.username)
  const planned = { validFrom: '2026-12-01' as FiscalDay, rate: toBasisPoints(1600) }
  expect((await backend.server.call('rates.plan', { taxType: 'standard', ...planned }, token)).status).toBe(
    200,
  )
  drafts.set('without a time', await newDraft())
  drafts.set('with its own time', await newDraft(NAMED))
  const replaced = await newDraft(NAMED)
  drafts.set('replaced without a time', replaced)
  clock.advance(60_000)
  await program.post(`${INVOICES}/${replaced}`, content())
  drafts.set('corrected on a phone', await correctOnPhone(await newDraft(NAMED)))
  clock.advance(Date.parse(SUBMITTED) - clock.now())
})
afterAll(async () => await backend.close())

/** A person writes something into the draft, and leaves its time as it is. */
async function correctOnPhone(id: string): Promise<string> {
  const { changes } = await shop.phone.pull()
  const change = changes.find((one) => (one as { id: string }).id === id) as { row: Invoice } | undefined
  if (!change) throw new Error('the phone has no draft')
  const { customer, amountType, lines, payments, saleAt, rev, totals } = change.row
  const body = {
    ...{ invoiceId: id, baseRev: rev, saleAt, totals },
    content: { customer, amountType, lines, payments, reference: 'PO 7' },
  }
  invoiceOf(await shop.phone.pushOne('invoice.save', body))
  return id
}

test.each([
  ['without a time', SUBMITTED, 16],
  ['with its own time', NAMED, 18],
  ['replaced without a time', SUBMITTED, 16],
  ['corrected on a phone', NAMED, 18],
])('a draft %s is submitted days later as the sale of its moment and rate', async (name, saleAt, taxRate) => {
  const path = `${INVOICES}/${drafts.get(name)}/submit`
  const key = randomUUID()
  const submitted = await program.post(path, {}, key)
  expect(submitted).toMatchObject({
    status: 202,
    body: { status: 'submitted', saleAt, items: [{ taxRate }] },
  })
  // A repeat is the same sale, also a minute later.
  backend.clock.advance(60_000)
  expect((await program.post(path, {}, key)).text).toBe(submitted.text)
  backend.clock.advance(-60_000)
})
