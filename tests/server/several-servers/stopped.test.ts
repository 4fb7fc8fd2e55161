import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectExactlyOnce,
  FAILOVER_WITHIN_MS,
  openSeveralServers,
  receiptsOf,
  type SeveralServers,
  saleOf,
  until,
  untilDelivered,
} from '#tests/support/several-servers.ts'
import { createShop } from '../../support/test-backend.ts'

/** A stop takes ten; the rest is for a busy machine. */
const STOPS_WITHIN_MS = 15_000

let servers: SeveralServers
beforeAll(async () => {
  servers = await openSeveralServers()
})
afterAll(async () => {
  await servers.stop()
})

test('a process that is stopped while the authority hangs and a request never ends goes in time, and another one delivers', async () => {
  const { backend: market } = servers
  const shop = await createShop(market)
  const sales = [saleOf(shop.phone, shop), saleOf(shop.phone, shop)]
  await shop.phone.push(...sales.map(({ operation }) => operation))
  const hangs = { kind: 'latency', ms: 60_000, calls: ['receipt'], certkey: shop.identity.certKey }
  await market.controlSimulator('POST', 'faults', hangs)
  const stopped = await servers.start()
  const isSending = async () =>
    (await receiptsOf(servers, shop)).some(({ delivery }) => delivery === 'sending')
  await until('it waits for the authority', isSending)
  const { hostname, port } = new URL(stopped.url)
  const request = connect(Number(port), hostname)
  request.on('error', () => undefined)
  await once(request, 'connect')
  request.write(
    'POST /api/v2/user/login HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  )

  const asked = performance.now()
  await stopped.stop()
  expect(performance.now() - asked).toBeLessThan(STOPS_WITHIN_MS)
  expect(await stopped.gone).toBeNull()

  await market.controlSimulator('DELETE', 'faults')
  await servers.start()
  await untilDelivered(servers, shop, FAILOVER_WITHIN_MS)
  await expectExactlyOnce(
    servers,
    shop,
    sales.map(({ invoiceId }) => invoiceId),
  )
})
