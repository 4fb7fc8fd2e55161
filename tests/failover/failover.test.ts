import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ServerProcess } from '#tests/support/server-process.ts'
import {
  expectExactlyOnce,
  openSeveralServers,
  receiptsOf,
  roundRobin,
  type SeveralServers,
  until,
  untilDelivered,
} from '#tests/support/several-servers.ts'
import { createShop, type Shop, signInPhone } from '#tests/support/test-backend.ts'
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts'
import type { Machine } from './machines.ts'
import { type Seller, type Selling, startSelling } from './selling.ts'

const SHOPS = 5
const PHONES_OF_A_SHOP = 10
/** The most that may pass without an acknowledged sale. */
const MAX_GAP_MS = 30_000
/** So many sales after a fault show that selling goes on. */
const SALES_AFTER = 150

let cluster: DatabaseCluster
let servers: SeveralServers
let selling: Selling

beforeAll(async () => {
  cluster = await startDatabaseCluster()
  vi.stubEnv('TEST_CLUSTER', 'postgres')
  vi.stubEnv('DATABASE_URL', cluster.connectionString)
  servers = await openSeveralServers({ DELIVERY_CONCURRENCY: '5' })
  const processes: readonly ServerProcess[] = [await servers.start(), await servers.start()]
  const sellers: Seller[] = []
  for (let count = 0; count < SHOPS; count += 1) {
    const shop: Shop = await createShop(servers.backend)
    for (let phones = 0; phones < PHONES_OF_A_SHOP; phones += 1) {
      const { server } = servers.backend
      sellers.push({ shop, phone: await signInPhone(server, shop.companyId, roundRobin(...processes)) })
    }
  }
  selling = startSelling(sellers)
})
afterAll(async () => {
  await servers?.stop()
  await cluster?.stop()
})

/** Lets something happen to a machine while everybody sells; gives the longest time without an acknowledged sale. */
async function gapAfter(happen: () => unknown): Promise<number> {
  const before = performance.now()
  await until('all is well before', () => selling.acknowledgedSince(before) > SALES_AFTER, 120_000)
  const begun = performance.now()
  await happen()
  await until('selling goes on', () => selling.acknowledgedSince(begun) > SALES_AFTER, 120_000)
  return selling.longestGapSince(begun)
}

function report(what: string, gapMs: number): void {
  console.info(`${what}: ${(gapMs / 1_000).toFixed(1)} s without an acknowledged sale`)
}

type Loss = { readonly happen: (machine: Machine) => unknown; readonly repair: (machine: Machine) => void }
const losses: readonly (readonly [string, Loss])[] = [
  ['is killed', { happen: (machine) => machine.kill(), repair: (machine) => cluster.start(machine) }],
  ['freezes', { happen: (machine) => machine.freeze(), repair: (machine) => machine.thaw() }],
  ['is cut off', { happen: (machine) => machine.cut(), repair: (machine) => machine.join() }],
]

test.each(losses)(
  'the leader %s: another leads within half a minute, and it returns as a standby',
  async (what, loss) => {
    const leader = await cluster.leader()
    const gap = await gapAfter(() => loss.happen(leader))
    report(`the leader ${what}`, gap)
    expect((await cluster.leader()).name).not.toBe(leader.name)
    loss.repair(leader)
    await cluster.untilWhole()
    expect((await cluster.leader()).name).not.toBe(leader.name)
    expect(gap).toBeLessThan(MAX_GAP_MS)
  },
)

test('the synchronous standby is cut off: the other one takes its place, and selling goes on', async () => {
  const standby = await cluster.synchronousStandby()
  const gap = await gapAfter(() => standby.cut())
  report('the synchronous standby is cut off', gap)
  standby.join()
  await cluster.untilWhole()
  expect(gap).toBeLessThan(MAX_GAP_MS)
})

test('after all of it no acknowledged sale is lost, and no number is missing or there twice', async () => {
  const sales = await selling.stop()
  let count = 0
  for (const [shop, invoiceIds] of sales) {
    // First, because the number of a lost sale is used again, and the authority then takes neither.
    const kept = (await receiptsOf(servers, shop)).map(({ invoice_id }) => invoice_id)
    expect(kept.toSorted()).toEqual(invoiceIds.toSorted())
    await untilDelivered(servers, shop, 600_000)
    await expectExactlyOnce(servers, shop, invoiceIds)
    count += invoiceIds.length
  }
  console.info(`${count} sales acknowledged, numbered and at the authority, each once`)
})
