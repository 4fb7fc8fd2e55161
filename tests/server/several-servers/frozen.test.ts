import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerProcess } from '#tests/support/server-process.ts'
import {
  expectExactlyOnce,
  openSeveralServers,
  receiptsOf,
  receivedReceipts,
  type SeveralServers,
  saleOf,
  until,
  untilDelivered,
} from '#tests/support/several-servers.ts'
import {
  aSale,
  createShop,
  invoiceInput,
  invoiceOf,
  lastingAnswer,
  signInPhone,
} from '../../support/test-backend.ts'

// A process that freezes (a frozen machine, a stopped container) and continues after the others have gone on.
const GOES_ON_WITHIN_MS = 30_000

let servers: SeveralServers
let steady: ServerProcess | undefined

beforeAll(async () => {
  servers = await openSeveralServers()
})
afterAll(async () => {
  await servers.stop()
})

test('a sender frozen before it sent is replaced, and sends nothing when it wakes (I-9)', async () => {
  const { backend: market } = servers
  const shop = await createShop(market)
  const sales = Array.from({ length: 3 }, () => invoiceInput(aSale(shop.productId)))
  await shop.phone.push(
    ...sales.map((body) => shop.phone.operation('invoice.submit', body, { lane: `inv:${body.invoiceId}` })),
  )
  const suspended = await servers.start({ pauseAt: 'deliver:marked' })
  const marked = async () =>
    (await receiptsOf(servers, shop)).filter(({ delivery }) => delivery === 'sending')
  await until('the first receipt is about to leave', async () => (await marked()).length === 1)
  expect(await receivedReceipts(servers, shop)).toEqual([])
  steady ??= await servers.start()
  await untilDelivered(servers, shop, GOES_ON_WITHIN_MS)
  const received = await receivedReceipts(servers, shop)
  const fences = () =>
    market.server.services.db
      .selectFrom('fiscal_identities')
      .select('fence')
      .where('company_id', '=', shop.companyId)
      .executeTakeFirstOrThrow()
  const { fence } = await fences()
  suspended.signal('SIGCONT')
  const phone = await signInPhone(market.server, shop.companyId, suspended)
  const later = invoiceInput(aSale(shop.productId))
  const result = await phone.pushOne('invoice.submit', later, { lane: `inv:${later.invoiceId}` })
  expect(invoiceOf(result).receipt?.gc).toBe(4)
  await untilDelivered(servers, shop, GOES_ON_WITHIN_MS)
  expect(Number((await fences()).fence)).toBeGreaterThan(Number(fence))
  const rctvnum = invoiceOf(result).receipt?.rctvnum
  expect((await receivedReceipts(servers, shop)).map(({ subject }) => subject)).toEqual([
    ...received.map(({ subject }) => subject),
    rctvnum,
  ])
  await expectExactlyOnce(
    servers,
    shop,
    [...sales, later].map(({ invoiceId }) => invoiceId),
  )
  await suspended.stop()
})

test('a sender frozen with an outcome and the counter in its hands stops no sale of the shop (I-9)', async () => {
  const { backend: market } = servers
  const shop = await createShop(market)
  await steady?.stop()
  // The fence is in the row of the counter: a process that freezes while writing an outcome locks both.
  const first = saleOf(shop.phone, shop)
  await shop.phone.push(first.operation)
  const holding = await servers.start({ pauseAt: 'deliver:before-commit' })
  await until('it holds the counter', () => counterIsHeld(shop.companyId))
  const second = saleOf(shop.phone, shop)
  const meanwhile = shop.phone.push(second.operation)
  steady = await servers.start()
  expect(invoiceOf((await meanwhile)[0]).receipt?.gc).toBe(2)
  await untilDelivered(servers, shop, GOES_ON_WITHIN_MS)
  holding.signal('SIGCONT')
  await expectExactlyOnce(servers, shop, [first.invoiceId, second.invoiceId])
  await holding.stop()
})

/** Whether an open transaction locks the counter of a company. */
async function counterIsHeld(companyId: string): Promise<boolean> {
  const free = await sql`
    select from fiscal_identities where company_id = ${companyId} for update skip locked
  `.execute(servers.backend.server.services.db)
  return free.rows.length === 0
}

test('a process frozen with the counter in its hands does not stop the sales of the shop at the other one', async () => {
  const { backend: market } = servers
  const shop = await createShop(market)
  const suspended = await servers.start({ pauseAt: 'push:numbered' })
  steady ??= await servers.start()
  const clients = { now: suspended }
  const phone = await signInPhone(market.server, shop.companyId, {
    call: (name, input, token) => clients.now.call(name, input, token),
  })
  const body = invoiceInput(aSale(shop.productId))
  const operation = phone.operation('invoice.submit', body, { lane: `inv:${body.invoiceId}` })
  const unanswered = phone.pushRaw([operation])
  await until('it holds the counter', () => counterIsHeld(shop.companyId))
  clients.now = steady
  const answered = await phone.push(operation)
  expect(invoiceOf(answered[0]).receipt?.gc).toBe(1)
  suspended.signal('SIGCONT')
  // Its database ended the transaction meanwhile: a fault of the whole server, so the phone asks again.
  expect(await unanswered).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  clients.now = suspended
  expect((await phone.push(operation)).map(lastingAnswer)).toEqual(answered.map(lastingAnswer))
  await untilDelivered(servers, shop, GOES_ON_WITHIN_MS)
  await expectExactlyOnce(servers, shop, [body.invoiceId])
})
