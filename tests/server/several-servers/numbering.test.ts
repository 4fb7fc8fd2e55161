import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServerProcess } from '#tests/support/server-process.ts'
import {
  expectExactlyOnce,
  openSeveralServers,
  receiptsOf,
  receivedReceipts,
  roundRobin,
  type SeveralServers,
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

let servers: SeveralServers
let first: ServerProcess
let second: ServerProcess

beforeAll(async () => {
  servers = await openSeveralServers()
  ;[first, second] = await Promise.all([servers.start(), servers.start()])
})
afterAll(async () => {
  await servers.stop()
})

test('two processes number the sales of a shop without gap or repeat, in turn and at once (TRA guide; I-9)', async () => {
  const { backend: market } = servers
  const shop = await createShop(market)
  const clients = [roundRobin(first, second), roundRobin(second, first), first, second]
  const phones = await Promise.all(
    clients.map((client) => signInPhone(market.server, shop.companyId, client)),
  )
  const sold: string[] = []
  const sell = async (phone: (typeof phones)[number]) => {
    const body = invoiceInput(aSale(shop.productId, 1 + (sold.length % 4)))
    sold.push(body.invoiceId)
    const result = await phone.pushOne('invoice.submit', body, { lane: `inv:${body.invoiceId}` })
    return invoiceOf(result).receipt?.gc
  }
  const [taking] = phones
  if (!taking) throw new Error('four phones expected')
  const inOrder: unknown[] = []
  for (let count = 0; count < 10; count += 1) inOrder.push(await sell(taking))
  expect(inOrder).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  const atOnce = await Promise.all([...phones, ...phones, ...phones, ...phones, ...phones].map(sell))
  expect(new Set(atOnce).size).toBe(20)
  await untilDelivered(servers, shop)
  await expectExactlyOnce(servers, shop, sold)
  expect((await receivedReceipts(servers, shop)).map(({ subject }) => subject)).toEqual(
    (await receiptsOf(servers, shop)).map(({ rctvnum }) => rctvnum),
  )
})

test('the same push at both processes at once is done once and answered alike by both (idempotency contract)', async () => {
  const { backend: market } = servers
  const shop = await createShop(market)
  const phone = await signInPhone(market.server, shop.companyId, roundRobin(first, second))
  const sold: string[] = []
  for (let round = 0; round < 5; round += 1) {
    const body = invoiceInput(aSale(shop.productId))
    sold.push(body.invoiceId)
    const operation = phone.operation('invoice.submit', body, { lane: `inv:${body.invoiceId}` })
    const answers = await Promise.all(Array.from({ length: 4 }, () => phone.push(operation)))
    const [one, ...others] = answers.map((results) => results.map(lastingAnswer))
    for (const same of others) expect(same).toEqual(one)
  }
  await untilDelivered(servers, shop)
  await expectExactlyOnce(servers, shop, sold)
})

test('what one process wrote is pulled from the other', async () => {
  const { backend: market } = servers
  const shop = await createShop(market)
  const here = await signInPhone(market.server, shop.companyId, first)
  const there = await signInPhone(market.server, shop.companyId, second)
  const { next } = await there.pull()
  const sold = invoiceOf(await here.pushOne('invoice.submit', invoiceInput(aSale(shop.productId))))
  const { changes } = await there.pull(next)
  expect(changes).toContainEqual(expect.objectContaining({ t: 'invoice', id: sold.id, op: 'put' }))
})

test('who may no longer work is out at every process within seconds (spec §4)', async () => {
  const { backend: market } = servers
  const { db } = market.server.services
  const shop = await createShop(market)
  const phones = await Promise.all(
    [first, second].map((client) => signInPhone(market.server, shop.companyId, client)),
  )
  const refusals = async () =>
    await Promise.all(
      phones.map(async (phone) => {
        const { body } = await phone.call('session.read', {})
        return (body as { code?: string }).code
      }),
    )
  const set = async (status: 'active' | 'inactive') => {
    const ids = phones.map(({ userId }) => userId)
    await db.updateTable('users').set({ status }).where('id', 'in', ids).execute()
  }
  expect(await refusals()).toEqual([undefined, undefined])
  await set('inactive')
  await expect.poll(refusals, { timeout: 5_000 }).toEqual(['USER_DISABLED', 'USER_DISABLED'])
  await set('active')
  await expect.poll(refusals, { timeout: 5_000 }).toEqual([undefined, undefined])
})

test('a company that the authority blocks is refused at every process within seconds', async () => {
  const { backend: market } = servers
  const shop = await createShop(market)
  const phones = await Promise.all(
    [first, second].map((client) => signInPhone(market.server, shop.companyId, client)),
  )
  await market.controlSimulator('POST', `devices/${shop.identity.certKey}/block`, { message: 'Pay first' })
  const [selling] = phones
  // The authority's word comes with the next document.
  await selling?.pushOne('invoice.submit', invoiceInput(aSale(shop.productId)))
  for (const phone of phones) {
    await until(
      'the company is refused',
      async () => {
        const operation = phone.operation('invoice.submit', invoiceInput(aSale(shop.productId)))
        const [result] = await phone.push(operation)
        return result?.state === 'retry' && result.code === 'COMPANY_BLOCKED_BY_TRA'
      },
      10_000,
    )
  }
})
