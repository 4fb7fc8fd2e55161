import { beforeEach, describe, expect, it } from 'vitest'
import { findCustomer } from '#data/customers.ts'
import { findMeta, upsertMeta } from '#data/meta.ts'
import type { QuarantinedRow } from '#data/rows.ts'
import { DAY_MS } from '#domain/calendar/east-africa.ts'
import { deletePulledRecords } from '#sync/inbox/reset.ts'
import { runSync } from '#sync/run-sync.ts'
import { Device } from '../device.ts'
import { createCustomer, createProduct } from '../shop.ts'

/** A value of today, and the unknown value that the older app gets in its place. */
const KNOWN = 'TAX_IDENTIFICATION_NUMBER'
const UNKNOWN = 'PALM_OF_THE_HAND'

let phone: Device
let other: Device
beforeEach(async () => {
  phone = await Device.make()
  other = await Device.make({ server: phone.server, clock: phone.clock })
  await createProduct(other)
  await runSync(other.account, other.deps, 'enqueued')
  await sync()
})

const sync = () => runSync(phone.account, phone.deps, 'timer')
const asked = (path: string) => phone.server.requests.filter((request) => request.path.endsWith(path))
const quarantined = () => phone.account.db.aside.toArray()

/** Another phone of the company writes a customer down. */
async function writeDown(name: string, number: string): Promise<string> {
  const id = await createCustomer(other, name, number)
  await runSync(other.account, other.deps, 'enqueued')
  return id
}

/** Fetches as an app that does not know the word. */
async function syncAsOlderApp(): Promise<void> {
  const { deps, account } = phone
  const call: typeof deps.call = async (name, input, options) => {
    const outcome = await deps.call(name, input, options)
    if (name !== 'sync.pull') return outcome
    return JSON.parse(JSON.stringify(outcome).replaceAll(KNOWN, UNKNOWN)) as typeof outcome
  }
  await runSync(account, { ...deps, call }, 'timer')
}

/** The app of today comes to life on what the older one left. */
async function update(): Promise<void> {
  const left = JSON.stringify(await quarantined()).replaceAll(UNKNOWN, KNOWN)
  await phone.account.db.aside.bulkPut(JSON.parse(left) as QuarantinedRow[])
  await phone.restart()
}

describe('records quarantined by an older app (L5)', () => {
  it('are fetched at once in their current state by an app that can read them, without a full comparison', async () => {
    const first = await writeDown('Neema', '100000001')
    await syncAsOlderApp()
    const second = await writeDown('Juma', '100000002')
    await syncAsOlderApp()
    const { db } = phone.account
    expect(await db.customers.count()).toBe(0)
    expect(await quarantined()).toHaveLength(2)
    const known = phone.server.customers.get(first)
    if (!known) throw new Error('no customer')
    phone.server.customers.set(first, { ...known, name: 'Neema Mfano', rev: 2 })

    await update()
    const before = asked('/sync/pull').length
    await sync()
    expect((await findCustomer(phone.account.db, first))?.name).toBe('Neema Mfano')
    expect((await findCustomer(phone.account.db, second))?.name).toBe('Juma')
    expect(await quarantined()).toEqual([])
    await sync()
    // Once from its own position, once for the changes.
    expect(asked('/sync/pull').length - before).toBe(2)
    expect(asked('/sync/digest')).toEqual([])
  })

  it('goes back no further than to the first of it', async () => {
    await sync()
    const cursor = await findMeta(phone.account.db, 'cursor')
    await writeDown('Neema', '100000001')
    await syncAsOlderApp()
    await writeDown('Juma', '100000002')
    await syncAsOlderApp()
    await update()
    const before = asked('/sync/pull').length
    await sync()
    expect(asked('/sync/pull')[before]?.query.get('cursor')).toBe(cursor)
  })

  it('stays where it is while no app can read it, once for each record, and is not asked for again', async () => {
    const id = await writeDown('Neema', '100000001')
    await syncAsOlderApp()
    const cursor = await findMeta(phone.account.db, 'cursor')
    await phone.restart()
    await sync()
    expect(await findMeta(phone.account.db, 'cursor')).toBe(cursor)
    const [{ change } = { change: null }] = await quarantined()
    phone.server.record('customer', id)
    await syncAsOlderApp()
    const rows = await quarantined()
    expect(rows.map((row) => row.change)).toEqual([change])
    expect(rows[0]?.came?.after).toBe(cursor)
  })

  it('does not come back when it was deleted since', async () => {
    const id = await writeDown('Neema', '100000001')
    await syncAsOlderApp()
    const { server } = phone
    server.customers.delete(id)
    server.feed.splice(
      server.feed.findIndex((entry) => entry.id === id),
      1,
    )
    await update()
    await sync()
    expect(await findCustomer(phone.account.db, id)).toBeUndefined()
    expect(await quarantined()).toEqual([])
  })

  it.each(['an app that did not note where it came', 'another life of the server'])(
    'from %s is found by a comparison, made at once',
    async (from) => {
      const id = await writeDown('Neema', '100000001')
      await syncAsOlderApp()
      const { db } = phone.account
      const cursor = (await findMeta(db, 'cursor')) ?? ''
      if (from === 'another life of the server') {
        await deletePulledRecords(phone.account, 'all-sales')
        await upsertMeta(db, 'cursor', cursor)
      } else
        await db.aside.bulkPut((await quarantined()).map(({ n, at, change }) => ({ n: n ?? 0, at, change })))
      await upsertMeta(db, 'replica-due', phone.clock.now() + DAY_MS)
      await update()
      await sync()
      expect(asked('/sync/digest')).toHaveLength(1)
      expect((await findCustomer(phone.account.db, id))?.name).toBe('Neema')
      expect(await quarantined()).toEqual([])
    },
  )
})
