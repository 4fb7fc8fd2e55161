import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectExactlyOnce,
  FAILOVER_WITHIN_MS,
  openSeveralServers,
  pointsOf,
  receiptsOf,
  receivedReceipts,
  type SeveralServers,
  saleOf,
  until,
  untilDelivered,
} from '#tests/support/several-servers.ts'
import { createShop, type Shop } from '../../support/test-backend.ts'

let servers: SeveralServers

beforeAll(async () => {
  servers = await openSeveralServers()
})
afterAll(async () => {
  await servers.stop()
})

/** Sells `count` times through the test's own HTTP server, which has no jobs: the receipts wait. */
async function sellWaiting(shop: Shop, count: number): Promise<string[]> {
  const sales = Array.from({ length: count }, () => saleOf(shop.phone, shop))
  await shop.phone.push(...sales.map(({ operation }) => operation))
  return sales.map(({ invoiceId }) => invoiceId)
}

test('senders killed anywhere in a delivery are replaced, and nothing is sent twice in other bytes (I-1, I-5, I-6, I-9)', async () => {
  const { backend: market } = servers
  const shops: { readonly shop: Shop; readonly sold: string[] }[] = []
  // Each process dies at its point while it sends the receipts of one shop; no other process is there to
  // continue.
  for (const crashAt of pointsOf('deliver')) {
    const shop = await createShop(market)
    shops.push({ shop, sold: await sellWaiting(shop, 3) })
    const dying = await servers.start({ crashAt })
    await until(
      `the process dies at ${crashAt}`,
      async () => (await Promise.race([dying.gone, Promise.resolve('alive')])) === 'SIGKILL',
    )
  }
  const survivor = await servers.start()
  for (const { shop, sold } of shops) {
    await untilDelivered(servers, shop, FAILOVER_WITHIN_MS)
    await expectExactlyOnce(servers, shop, sold)
    const kept = await receiptsOf(servers, shop)
    const messages = new Map((await receivedReceipts(servers, shop)).map((m) => [m.bodySha256, m.subject]))
    expect([...messages.values()]).toEqual(kept.map(({ rctvnum }) => rctvnum))
  }
  await survivor.stop()
})

test('a sender killed with many receipts waiting is replaced by the other process within 25 s, and both continue after a restart (I-4)', async () => {
  const { backend: market } = servers
  const shop = await createShop(market)
  const sold = [...(await sellWaiting(shop, 50)), ...(await sellWaiting(shop, 50))]
  const fault = { kind: 'latency', ms: 40, calls: ['receipt'], certkey: shop.identity.certKey }
  await market.controlSimulator('POST', 'faults', fault)
  const waiting = async () =>
    (await receiptsOf(servers, shop)).filter(({ delivery }) => !/acknowledged|verified/.test(delivery)).length
  const sender = await servers.start()
  await until('it sends', async () => (await waiting()) < 95)
  const other = await servers.start()
  await sender.kill()
  const left = await waiting()
  expect(left).toBeGreaterThan(0)
  await until('the other one sends', async () => (await waiting()) < left - 2, FAILOVER_WITHIN_MS)
  await other.kill()
  expect(await waiting()).toBeGreaterThan(0)
  const restarted = await Promise.all([servers.start(), servers.start()])
  await untilDelivered(servers, shop, FAILOVER_WITHIN_MS + 30_000)
  await expectExactlyOnce(servers, shop, sold)
  await Promise.all(restarted.map((process) => process.stop()))
})
