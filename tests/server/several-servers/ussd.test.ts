import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dial, newDial, registeredNumber, USSD_PIN, USSD_SECRET } from '../../support/dial-ussd.ts'
import type { ServerProcess } from '../../support/server-process.ts'
import { openSeveralServers, receiptsOf, type SeveralServers, until } from '../../support/several-servers.ts'
import { createShop } from '../../support/test-backend.ts'

let servers: SeveralServers
let processes: readonly ServerProcess[]
beforeAll(async () => {
  servers = await openSeveralServers({ USSD_GATEWAY_SECRET: USSD_SECRET })
  processes = await Promise.all([servers.start(), servers.start()])
})
afterAll(async () => await servers.stop())

const SALE = ['1', '1', '7500', '1', '1', '0'] as const

/** One call whose requests may reach several processes: each dial has sent the same inputs. */
async function dialAtEach(urls: readonly string[], number: string): Promise<readonly Dial[]> {
  const session = randomUUID()
  const dials = urls.map((url) => newDial(url, number, session))
  for (const input of [undefined, ...SALE]) for (const dial of dials) await dial.press(input)
  return dials
}

test('each request of a call at two processes, the PIN at both at once: one receipt and one answer (B4 3)', async () => {
  const shop = await createShop(servers.backend)
  const number = await registeredNumber(servers.backend.server.url, shop.phone)
  const dials = await dialAtEach(
    processes.map(({ url }) => url),
    number,
  )
  const answers = await Promise.all(dials.map((dial) => dial.press(USSD_PIN)))
  expect(answers[0]).toMatch(/^END Imewasilishwa/)
  expect(new Set(answers).size).toBe(1)
  expect(await receiptsOf(servers, shop)).toHaveLength(1)
})

test('a process killed after the sale was stored: the request again and the next call give the same code (B4 4)', async () => {
  const shop = await createShop(servers.backend)
  const number = await registeredNumber(servers.backend.server.url, shop.phone)
  const doomed = await servers.start({ crashAt: 'push:committed' })
  const [first] = processes
  if (!first) throw new Error('two processes expected')
  const [dying, living] = await dialAtEach([doomed.url, first.url], number)
  await expect(dying?.press(USSD_PIN)).rejects.toThrow()
  await until('the sale is stored', async () => (await receiptsOf(servers, shop)).length === 1)
  const next = await newDial(first.url, number).press()
  const [receipt] = await receiptsOf(servers, shop)
  expect(next).toContain(`Ankara hii tayari imewasilishwa. Msimbo ${receipt?.rctvnum}`)
  expect(await living?.press(USSD_PIN)).toMatch(/^END/)
  expect(await receiptsOf(servers, shop)).toHaveLength(1)
})
