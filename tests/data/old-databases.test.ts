import { readdirSync, readFileSync } from 'node:fs'
import { Dexie } from 'dexie'
import { describe, expect, it, vi } from 'vitest'
import { AccountDatabase, DATABASE_VERSION, openAccountDatabase } from '#data/account-database.ts'
import { readExpenseMonths, storeExpenseMonths } from '#data/expense-months.ts'
import { listFilteredExpenses } from '#data/expenses.ts'
import { findInvoice } from '#data/invoices.ts'
import { findMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import type { Ports } from '#data/ports.ts'
import { searchInvoices } from '#data/search-invoices.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { totalsOfMonths } from '#domain/expenses/expense-filter.ts'
import { FakeClock, fakePorts } from '../sync/device.ts'

const FOLDER = new URL('../fixtures/apps/', import.meta.url)
const ENDING = '.database.json'

type Row = Readonly<Record<string, unknown>>
/** A database as an older app left it. */
type Left = {
  readonly name: string
  readonly version: number
  readonly accountId: string
  readonly stores: Readonly<Record<string, string>>
  readonly rows: Readonly<Record<string, readonly Row[]>>
}

const LEFT = readdirSync(FOLDER)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Left)

const ports: Ports = {
  ...fakePorts(new FakeClock(), 'old databases'),
  wait: () => new Promise(() => undefined),
}

/** Creates the database of an older app, with the tables and indexes it had. */
async function restore(left: Left): Promise<void> {
  await Dexie.delete(left.name)
  const db = new Dexie(left.name)
  db.version(left.version).stores(left.stores)
  await db.open()
  for (const [table, rows] of Object.entries(left.rows)) await db.table<Row>(table).bulkAdd([...rows])
  db.close()
}

/** All a database holds, by table. */
async function contents(db: Dexie): Promise<Record<string, Row[]>> {
  const tables = await Promise.all(
    db.tables.map(async (table): Promise<[string, Row[]]> => [table.name, await table.toArray()]),
  )
  return Object.fromEntries(tables)
}

describe.each(LEFT)('a database of version $version, opened by this app (offline-design 3.13)', (left) => {
  it('keeps every row and every field', async () => {
    await restore(left)
    const db = await openAccountDatabase(left.accountId, ports)
    const now = await contents(db)
    for (const [table, rows] of Object.entries(left.rows)) {
      expect(now[table]).toHaveLength(rows.length)
      // What an invoice is found by may only grow.
      if (table === 'invoiceKeys') {
        for (const { id, keys } of rows) {
          const row = now[table]?.find((one) => one['id'] === id)
          expect(row?.['keys']).toEqual(expect.arrayContaining([...(keys as string[])]))
        }
      } else expect(now[table]).toMatchObject(rows)
    }
    db.close()
  })

  it('is read by all the names this app has for it: invoices, search, the queue, the person', async () => {
    await restore(left)
    const db = await openAccountDatabase(left.accountId, ports)
    for (const { id } of left.rows['invoices'] ?? [])
      expect(await findInvoice(db, String(id))).toMatchObject({ id })
    const found = await searchInvoices(db, { text: 'juma', limit: 10 })
    expect(found.map(({ customer }) => customer.name)).toEqual(['Juma Mfano', 'Juma Mfano'])
    expect((await listUnsent(db)).map(({ type }) => type)).toEqual(['invoice.save', 'invoice.submit'])
    expect(await findMeta(db, 'pending')).toBe(2)
    expect((await findMeta(db, 'session'))?.user.username).toBe('asha')
    db.close()
  })

  it('adds up the expenses that the older app left', async () => {
    await restore(left)
    const db = await openAccountDatabase(left.accountId, ports)
    const range = { from: '2026-01-01', to: '2026-12-31' } as DayRange
    const read = await readExpenseMonths(db, range)
    const count = left.rows['expenses']?.length ?? 0
    expect(totalsOfMonths(read.months, {}).count).toBe(count)
    await storeExpenseMonths(db, read.missing)
    expect(await db.expenseMonths.count()).toBe(count)
    expect((await readExpenseMonths(db, range)).months).toEqual(read.months)
    db.close()
  })

  it('lists the expenses that the older app left by status and category', async () => {
    await restore(left)
    const db = await openAccountDatabase(left.accountId, ports)
    const filter = { status: 'pending' } as const
    const expected = left.rows['expenses']?.map(({ id }) => id) ?? []
    expect((await listFilteredExpenses(db, filter, 50)).map(({ id }) => id)).toEqual(expected)
    const electricity = await listFilteredExpenses(db, { ...filter, category: 'ELECTRICITY' }, 50)
    expect(electricity.map(({ id }) => id)).toEqual(expected)
    db.close()
  })
})

it('an upgrade that indexes many expenses is awaited, however long it takes', async () => {
  const left = LEFT.find(({ version }) => version === 8)
  if (!left) throw new Error('no database of version 8')
  await restore(left)
  // The time to open is over when the upgrade ends.
  const late = Promise.withResolvers<void>()
  const open = indexedDB.open.bind(indexedDB)
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation((...asked) => {
    const request = open(...asked)
    request.addEventListener('upgradeneeded', () => {
      request.transaction?.addEventListener('complete', () => late.resolve())
    })
    return request
  })
  const db = await openAccountDatabase(left.accountId, { ...ports, wait: () => late.promise })
  opening.mockRestore()
  expect(await listFilteredExpenses(db, { status: 'pending' }, 50)).toHaveLength(
    left.rows['expenses']?.length ?? 0,
  )
  db.close()
})

it('has a fixture for every version there was before this one', async () => {
  const db = new AccountDatabase('efd_versions', ports)
  await db.open()
  expect(db.verno).toBe(DATABASE_VERSION)
  const before = Array.from({ length: db.verno - 1 }, (_, place) => place + 1)
  expect(LEFT.map(({ version }) => version)).toEqual(expect.arrayContaining(before))
  db.close()
})

it('is opened by an app of the version before too, which a phone goes back to when a release does not start', async () => {
  const [left] = LEFT
  if (!left) throw new Error('no fixture')
  await restore(left)
  const present = await openAccountDatabase(left.accountId, ports)
  const stores = present.tables.map(({ name, schema }): [string, string] => [
    name,
    [schema.primKey, ...schema.indexes].map(({ src }) => src).join(', '),
  ])
  present.close()
  // A later app adds a table and an index, and is given up.
  const later = new Dexie(left.name)
  const added = Object.fromEntries([...stores, ['later', 'id']])
  later.version(present.verno + 1).stores({ ...added, invoices: `${added['invoices']}, later` })
  await later.open()
  later.close()
  const db = await openAccountDatabase(left.accountId, ports)
  expect(await db.invoices.count()).toBe(left.rows['invoices']?.length)
  await db.meta.put({ key: 'language', value: 'sw' })
  db.close()
})
