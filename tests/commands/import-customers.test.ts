import { beforeEach, expect, it } from 'vitest'
import { saveCustomer } from '#commands/catalogue.ts'
import { importCustomers } from '#commands/import-customers.ts'
import { findCustomer } from '#data/customers.ts'
import { findMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import type { CustomerFields } from '#domain/customers/check-customer.ts'
import { runSync } from '#sync/run-sync.ts'
import { Device } from '../sync/device.ts'
import { unwrap } from '../sync/shop.ts'

let device: Device
beforeEach(async () => {
  device = await Device.make()
})

function aCustomer(at: number, change: Partial<CustomerFields> = {}): CustomerFields {
  return {
    name: `Mteja ${at}`,
    identificationType: 'PASSPORT',
    identificationNumber: `A${100_000 + at}`,
    phone: '',
    email: '',
    vatRegistrationNumber: '',
    ...change,
  }
}
const many = (count: number) => Array.from({ length: count }, (_, at) => aCustomer(at))

const take = (
  at: Device,
  customers: readonly CustomerFields[],
  {
    onDone = () => undefined,
    stop = new AbortController().signal,
  }: { onDone?: (n: number) => void; stop?: AbortSignal } = {},
) => importCustomers(at.account, at.commands, { customers, onDone, stop })
const sync = (at: Device) => runSync(at.account, at.deps, 'enqueued')

it('customers of a file are on this phone at once, wait, and are on the server exactly once each', async () => {
  const { db } = device.account
  expect(unwrap(await take(device, many(250)))).toBe(250)
  expect(await listUnsent(db, 1_000)).toHaveLength(250)
  expect(await findMeta(db, 'pending')).toBe(250)
  const rows = await db.customers.toArray()
  expect(rows.every(({ pending }) => pending.kind === 'waiting')).toBe(true)
  while (device.server.customers.size < 250) await sync(device)
  await sync(device)
  expect(device.server.customers.size).toBe(250)
  expect(await findMeta(db, 'pending')).toBe(0)
  expect(await db.customers.count()).toBe(250)
})

it('the same file again, before or after sending, and on another phone, creates no duplicates (spec §5)', async () => {
  expect(unwrap(await take(device, many(30)))).toBe(30)
  expect(unwrap(await take(device, many(30)))).toBe(0)
  await sync(device)
  expect(unwrap(await take(device, many(30)))).toBe(0)
  const nobodyKnown = many(30).map((one) => ({
    ...one,
    identificationType: 'NO_IDENTIFICATION' as const,
    identificationNumber: '',
  }))
  unwrap(await take(device, nobodyKnown))
  unwrap(await take(device, nobodyKnown))
  await sync(device)
  const other = await Device.make({ server: device.server })
  expect(unwrap(await take(other, many(30)))).toBe(30)
  await sync(other)
  expect(device.server.customers.size).toBe(60)
})

it('an edit of an imported customer before it was sent goes out as one operation', async () => {
  unwrap(await take(device, many(1)))
  const [row] = await device.account.db.customers.toArray()
  if (!row) throw new Error('nobody was written')
  unwrap(
    await saveCustomer(device.account, device.commands, {
      customerId: row.id,
      form: { ...row, name: 'Asha' },
    }),
  )
  expect(await listUnsent(device.account.db)).toHaveLength(1)
  await sync(device)
  expect([...device.server.customers.values()]).toMatchObject([{ name: 'Asha' }])
  expect(await findCustomer(device.account.db, row.id)).toMatchObject({ pending: { kind: 'none' } })
})

it('can be stopped between two chunks; what is written stays, the rest comes with the next try', async () => {
  const stop = new AbortController()
  const progress: number[] = []
  const onDone = (done: number) => {
    progress.push(done)
    if (done >= 200) stop.abort()
  }
  expect(unwrap(await take(device, many(450), { onDone, stop: stop.signal }))).toBe(200)
  expect(progress).toEqual([100, 200])
  expect(unwrap(await take(device, many(450)))).toBe(250)
  expect(await listUnsent(device.account.db, 1_000)).toHaveLength(450)
})
