import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { Dexie } from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'
import { saveCustomer } from '#commands/catalogue.ts'
import { sendAgain } from '#commands/stuck-work.ts'
import type { QuarantinedRow } from '#data/rows.ts'
import { unwrap } from '../sync/shop.ts'
import type { RealPhone } from './real-phone.ts'
import { expectAllConsistent, other, phone, sell, shop, sold, testBed } from './shop-fixture.ts'
import { PUSH, SUBMITS_IN_A_NEWER_FORM } from './test-bed.ts'

const ANSWERS = /\/sync\/(?:push|pull)/

afterEach(() => {
  vi.restoreAllMocks()
})

/** What has a number at the server. */
async function numbered(): Promise<string[]> {
  const { db } = testBed.backend.server.services
  const rows = await db
    .selectFrom('receipts')
    .select('invoice_id')
    .where('company_id', '=', shop.companyId)
    .execute()
  return rows.map((row) => row.invoice_id).toSorted()
}

async function writeDown(by: RealPhone, name: string): Promise<string> {
  const noNumber = { identificationType: 'NO_IDENTIFICATION' as const, identificationNumber: '' }
  const form = { name, ...noNumber, phone: '', email: '', vatRegistrationNumber: '' }
  return unwrap(await saveCustomer(by.account, by.commands, { form })).id
}

test('sales in a form that the server does not know yet wait with a reason; the newer server issues each once (L2)', async () => {
  // One was done before the server was downgraded to an older version, and its answer is lost.
  const done = await sell()
  testBed.proxy.inject(PUSH, { kind: 'lose-answer' })
  await phone.sync('enqueued')
  expect(await numbered()).toEqual([done])
  await sell(phone, 2)
  await sell(phone, 3)
  const customerId = await writeDown(phone, 'Mteja Mpya')
  const older = testBed.proxy.inject(PUSH, SUBMITS_IN_A_NEWER_FORM, Number.POSITIVE_INFINITY)
  await phone.syncUntilIdle()
  expect(older.hits()).toBeGreaterThan(0)
  older.end()
  const stuck = await phone.unsent()
  // What is done is answered as it was then, also by a server that could not do it now.
  expect(stuck.map(({ lane, state, last }) => [lane, state, last?.code])).toEqual(
    sold.filter((id) => id !== done).map((id) => [`inv:${id}`, 'attention', 'OPERATION_UNKNOWN']),
  )
  expect((await phone.invoice(done)).receipt?.gc).toBe(1)
  expect(await numbered()).toEqual([done])
  await other.sync('person')
  expect(await other.account.db.customers.get(customerId)).toMatchObject({ name: 'Mteja Mpya' })

  for (const { opId } of stuck) unwrap(await sendAgain(phone.account, phone.commands, { opId }))
  await expectAllConsistent(phone, other)
  expect(await phone.unsent()).toEqual([])
})

type Answer = { readonly changes?: unknown[]; readonly results?: unknown[] }

test('what a newer server has more than this app knows is left alone, and found once the app knows it (L5)', async () => {
  const theirs = await sell(other)
  await other.sync('enqueued')
  // The last change of `theirs` in the feed.
  await testBed.deliver(shop)
  const mine = await sell(phone, 2)
  const newer = testBed.proxy.inject(
    ANSWERS,
    {
      kind: 'alter',
      alter: (text) => {
        const answer = JSON.parse(text, (_, value: unknown) => {
          if (typeof value !== 'object' || value === null || !('saleAt' in value) || !('id' in value))
            return value
          const column = { ...value, loyalty: { points: 3 } }
          return value.id === theirs ? { ...column, status: 'teleported' } : column
        }) as Answer
        const table = { t: 'loyalty-card', id: theirs, rev: 1, op: 'put', row: { points: 3 } }
        const changes = answer.changes && [table, ...answer.changes]
        return JSON.stringify({ ...answer, ...(changes ? { changes } : {}), mood: 'newer' })
      },
    },
    Number.POSITIVE_INFINITY,
  )
  await phone.sync('person')
  expect(newer.hits()).toBeGreaterThan(1)
  newer.end()
  expect((await phone.invoice(mine)).receipt?.gc).toBeGreaterThan(0)
  expect(await phone.account.db.invoices.get(theirs)).toBeUndefined()
  const quarantined = JSON.stringify(await phone.account.db.aside.toArray())
  expect(quarantined).toContain('"t":"loyalty-card"')
  expect(quarantined).toContain('"status":"teleported"')
  // An app that still does not know the word leaves it where it is.
  await phone.restart()
  await phone.syncUntilIdle()
  expect(await phone.account.db.invoices.get(theirs)).toBeUndefined()
  // The one that does, here by another word for the same, finds what the phone lacks as soon as it is there.
  const left = JSON.stringify(await phone.account.db.aside.toArray())
  const known = JSON.parse(left.replace('"teleported"', '"issued"')) as QuarantinedRow[]
  await phone.account.db.aside.bulkPut(known)
  await phone.restart()
  const before = testBed.proxy.seen.length
  await phone.sync('start')
  expect((await phone.invoice(theirs)).status).toBe('issued')
  expect(testBed.proxy.seen.slice(before).filter(({ path }) => path.includes('/sync/digest'))).toEqual([])
  expect(await phone.account.db.aside.toArray()).toMatchObject([{ change: { t: 'loyalty-card' } }])
  await expectAllConsistent(phone, other)
})

/** The tables and indexes of an app before this one, as a fixture has them. */
const OLDER = JSON.parse(
  readFileSync(new URL('../fixtures/apps/version-4.database.json', import.meta.url), 'utf8'),
) as { readonly version: number; readonly stores: Readonly<Record<string, string>> }

type Contents = Readonly<Record<string, unknown[]>>

/** The content of a database at its current version. */
async function contentsOf(name: string): Promise<{ readonly version: number; readonly tables: Contents }> {
  const db = await new Dexie(name).open()
  const tables = await Promise.all(
    db.tables.map(async (table): Promise<[string, unknown[]]> => [table.name, await table.toArray()]),
  )
  const { verno: version } = db
  db.close()
  return { version, tables: Object.fromEntries(tables) }
}

/** Leaves the phone's database as the older app would have. Returns what is in it. */
async function makeOld({ account: { db } }: RealPhone): Promise<{ version: number; tables: Contents }> {
  db.close()
  const { tables } = await contentsOf(db.name)
  await Dexie.delete(db.name)
  const old = new Dexie(db.name)
  old.version(OLDER.version).stores(OLDER.stores)
  await old.open()
  for (const { name } of old.tables) await old.table(name).bulkAdd(tables[name] ?? [])
  old.close()
  return await contentsOf(db.name)
}

test('an upgrade of the database that breaks off half-way leaves all that waits, and the next one goes through (L3)', async () => {
  await sell()
  await phone.sync('enqueued')
  testBed.proxy.cut()
  const waiting = [await sell(phone, 2), await sell(phone, 3)]
  const before = await makeOld(phone)
  expect(before.tables['outbox']?.length).toBeGreaterThanOrEqual(waiting.length)
  expect(before.version).toBe(OLDER.version)

  let given = 0
  const put = Reflect.get(IDBObjectStore.prototype, 'put') as IDBObjectStore['put']
  const breaking = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...asked: Parameters<IDBObjectStore['put']>
  ) {
    if (this.name === 'invoiceKeys') given += 1
    if (this.name === 'invoiceKeys' && given > 1) throw new DOMException('no room', 'QuotaExceededError')
    return put.apply(this, asked)
  })
  const { name } = phone.account.db
  await expect(phone.restart()).rejects.toMatchObject({ code: 'DEVICE_STORAGE_FULL' })
  expect(given).toBe(2)
  breaking.mockRestore()
  expect(await contentsOf(name)).toEqual(before)

  await phone.restart()
  expect(phone.account.db.verno).toBeGreaterThan(OLDER.version)
  expect((await phone.unsent()).map(({ lane }) => lane)).toEqual(waiting.map((id) => `inv:${id}`))
  expect(await phone.account.db.invoiceKeys.count()).toBe(await phone.account.db.invoices.count())
  await expectAllConsistent(phone, other)
})
