import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiProgram, startProgram } from '../../support/api-program.ts'
import type { ServerProcess } from '../../support/server-process.ts'
import { openSeveralServers, receiptsOf, type SeveralServers, until } from '../../support/several-servers.ts'
import { aSale, createShop, invoiceInput, invoiceOf } from '../../support/test-backend.ts'

let servers: SeveralServers
let processes: readonly ServerProcess[]
beforeAll(async () => {
  servers = await openSeveralServers()
  processes = await Promise.all([servers.start(), servers.start()])
})
afterAll(async () => await servers.stop())

const PATH = '/v1/accounting/public/invoices'

test('programs at two processes and a phone number the sales of a shop without gap or repeat; a key is one sale at both', async () => {
  const { backend } = servers
  const shop = await createShop(backend)
  const { key } = await startProgram(backend.server, shop.companyId)
  const programs = processes.map(({ url }) => new ApiProgram(url, key))
  const body = { submit: true, items: [{ productId: shop.productId, quantity: 1 }] }
  const sales = Array.from({ length: 6 }, () => randomUUID())
  // Each sale goes to both processes at once, as after an answer that got lost.
  const answers = await Promise.all(
    sales.flatMap((sale) =>
      programs.map(async (program) => ({ sale, answer: await program.post(PATH, body, sale) })),
    ),
  )
  const phone = invoiceOf(await shop.phone.pushOne('invoice.submit', invoiceInput(aSale(shop.productId))))
  for (const sale of sales) {
    const own = answers.filter((one) => one.sale === sale).map(({ answer }) => answer)
    expect(own.map(({ status }) => status)).toEqual([202, 202])
    expect(new Set(own.map(({ text }) => text)).size).toBe(1)
  }
  const numbers = (await receiptsOf(servers, shop)).map(({ gc }) => Number(gc))
  expect(numbers).toEqual(Array.from({ length: sales.length + 1 }, (_, index) => index + 1))
  expect(phone.receipt?.gc).toBe(sales.length + 1)
})

test('a sale whose process is killed after the commit, before the answer, is the same sale when it is sent again', async () => {
  const { backend } = servers
  const shop = await createShop(backend)
  const { key } = await startProgram(backend.server, shop.companyId)
  const doomed = await servers.start({ crashAt: 'push:committed' })
  const body = {
    submit: true,
    externalReference: 'order 1',
    items: [{ productId: shop.productId, quantity: 1 }],
  }
  const sale = randomUUID()
  await expect(new ApiProgram(doomed.url, key).post(PATH, body, sale)).rejects.toThrow()
  await until('the sale is stored', async () => (await receiptsOf(servers, shop)).length === 1)
  const [first] = processes
  if (!first) throw new Error('two processes expected')
  const again = await new ApiProgram(first.url, key).post(PATH, body, sale)
  expect(again).toMatchObject({ status: 202, body: { externalReference: 'order 1' } })
  const receipts = await receiptsOf(servers, shop)
  expect(receipts.map(({ rctvnum }) => rctvnum)).toEqual([
    (again.body['receipt'] as { rctvnum: string }).rctvnum,
  ])
})
