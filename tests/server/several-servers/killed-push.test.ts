import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationResultSchema, type PushAnswer } from '#contract/sync.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import {
  expectExactlyOnce,
  FAILOVER_WITHIN_MS,
  openSeveralServers,
  pointsOf,
  roundRobin,
  type SeveralServers,
  saleOf,
  untilDelivered,
} from '#tests/support/several-servers.ts'
import { killCycles } from '#tests/support/sizes.ts'
import { type ApiClient, createShop, lastingAnswer, signInPhone } from '../../support/test-backend.ts'

let servers: SeveralServers
let other: ServerProcess

beforeAll(async () => {
  servers = await openSeveralServers()
  other = await servers.start()
})
afterAll(async () => {
  await servers.stop()
})

const CYCLES = killCycles(1)

// Faults I-1 and G4: the phone sends the same bytes again, to a process that still runs.
test.each(pointsOf('push').flatMap((point) => Array.from({ length: CYCLES }, () => point)))(
  'a process that dies at %s: each sale is numbered once, at the other process (I-1, G4)',
  async (point) => {
    const { backend: market } = servers
    const dying = await servers.start({ crashAt: `${point}:2` })
    const shop = await createShop(market)
    const before = await signInPhone(market.server, shop.companyId, roundRobin(dying))
    const clients = { now: dying as ApiClient }
    const phone = await signInPhone(market.server, shop.companyId, {
      call: (name, input, token) => clients.now.call(name, input, token),
    })
    const first = saleOf(before, shop)
    await before.push(first.operation)
    const sales = [saleOf(phone, shop), saleOf(phone, shop), saleOf(phone, shop)]
    const operations = sales.map(({ operation }) => operation)
    await expect(phone.push(...operations)).rejects.toThrow('fetch failed')
    expect(await dying.gone).toBe('SIGKILL')
    clients.now = other
    const results = await phone.push(...operations)
    expect(results.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
    const again = (await phone.pushRaw(operations)).body as PushAnswer
    const repeated = again.results.map((result) => lastingAnswer(v.parse(operationResultSchema, result)))
    expect(repeated).toEqual(results.map(lastingAnswer))
    await untilDelivered(servers, shop, FAILOVER_WITHIN_MS)
    await expectExactlyOnce(
      servers,
      shop,
      [first, ...sales].map(({ invoiceId }) => invoiceId),
    )
  },
)
