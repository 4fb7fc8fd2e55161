import { afterEach, beforeEach, expect, it } from 'vitest'
import { submitInvoice } from '#commands/invoices.ts'
import { runSync } from '#sync/run-sync.ts'
import { aSale, Device } from './device.ts'
import { createCustomer, createProduct, createSubmission, unwrap } from './shop.ts'

/**
 * How often the database is used: on a cheap phone each request costs a call to another process, and a
 * transaction delays all later ones. Counted in transactions that write.
 */
const counted = { reads: 0, writes: 0, allReads: 0 }
const asks = { get: 'reads', getAll: 'reads', count: 'reads', openCursor: 'reads' } as const
const changes = { add: 'writes', put: 'writes', delete: 'writes' } as const

type Counted = { transaction?: { mode: string }; objectStore?: { transaction: { mode: string } } }

function countCalls(prototype: object, names: Readonly<Record<string, 'reads' | 'writes'>>): () => void {
  const before = new Map<string, unknown>()
  for (const [name, kind] of Object.entries(names)) {
    const real: unknown = Reflect.get(prototype, name)
    if (typeof real !== 'function') throw new Error(`there is no ${name}`)
    before.set(name, real)
    Reflect.set(prototype, name, function count(this: Counted, ...given: unknown[]): unknown {
      const { mode } = this.transaction ?? this.objectStore?.transaction ?? { mode: 'readonly' }
      if (mode === 'readwrite') counted[kind] += 1
      if (kind === 'reads') counted.allReads += 1
      const answer: unknown = Reflect.apply(real, this, given)
      return answer
    })
  }
  return () => {
    for (const [name, real] of before) Reflect.set(prototype, name, real)
  }
}

let device: Device
let product: string
let customer: string
let stops: (() => void)[] = []
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  customer = await createCustomer(device)
  await runSync(device.account, device.deps, 'enqueued')
})
afterEach(() => {
  for (const stop of stops) stop()
})

function count(): void {
  stops = [
    countCalls(IDBObjectStore.prototype, { ...asks, ...changes }),
    countCalls(IDBIndex.prototype, asks),
  ]
  Object.assign(counted, { reads: 0, writes: 0, allReads: 0 })
}

it('a sale is written in one transaction with few requests', async () => {
  const content = aSale(product, { customerId: customer })
  count()
  unwrap(await submitInvoice(device.account, device.commands, { content }))
  // Invoice, its outbox entries, product, customer, session, aliases, contact twice, epoch, three counters; record, entry,
  // search keys, totals, audit, three counters.
  expect(counted.allReads).toBeLessThanOrEqual(12)
  expect(counted.reads).toBe(counted.allReads)
  expect(counted.writes).toBeLessThanOrEqual(8)
})

it('the answer to fifty sales is stored with few requests for each', async () => {
  for (let n = 0; n < 50; n += 1) await createSubmission(device, product)
  count()
  await runSync(device.account, device.deps, 'enqueued')
  // Marked, answered, fetched: a look at each record, once when answered and once when fetched, and few besides.
  expect(counted.reads).toBeLessThanOrEqual(4 * 50)
  // The entry three times, the record, audit and totals, and what is deleted once it was fetched.
  expect(counted.writes).toBeLessThanOrEqual(9 * 50)
})
