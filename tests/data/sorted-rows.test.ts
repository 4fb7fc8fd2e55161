import { beforeAll, describe, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { customerRow } from '#data/customers.ts'
import { SORTED_AT_MOST } from '#data/sorted-rows.ts'
import { toCents } from '#domain/money/cents.ts'
import { type CustomersWanted, readCustomers } from '#features/customers/table/read-customers.ts'
import { aCustomerRecord, numberedId, testPorts } from './records.ts'

const none = { kind: 'none' } as const

async function openWith(name: string, count: number): Promise<AccountDatabase> {
  const db = await openAccountDatabase(name, testPorts())
  await db.customers.bulkAdd([
    customerRow(aCustomerRecord(1, { name: 'Amina', phone: '+255700000003' }), none, 5),
    customerRow(aCustomerRecord(2, { name: 'Baraka', phone: '+255700000001' }), none),
    customerRow(aCustomerRecord(3, { name: 'Chausiku', active: false }), none, 11),
    customerRow(aCustomerRecord(4, { name: 'Dotto' }), none, 9),
    customerRow(aCustomerRecord(5, { name: 'Éliya', phone: '+255700000002' }), none),
    ...Array.from({ length: count }, (_, at) =>
      customerRow(aCustomerRecord(100 + at, { name: `Z ${String(at).padStart(6, '0')}` }), none),
    ),
  ])
  return db
}

async function read(db: AccountDatabase, change: Partial<CustomersWanted>) {
  const shown = await readCustomers(db, {
    text: '',
    archived: false,
    inside: [],
    limit: 10,
    sort: { by: 'name', descending: false },
    owed: new Map([
      [numberedId(2), toCents(100)],
      [numberedId(5), toCents(900)],
    ]),
    ...change,
  })
  return { ...shown, names: shown.rows.map(({ name }) => name).join(' ') }
}

describe('the table of a shop with few customers', () => {
  let db: AccountDatabase
  beforeAll(async () => {
    db = await openWith('few', 0)
  })

  it.each([
    ['name', false, 'Amina Baraka Dotto Éliya'],
    ['name', true, 'Éliya Dotto Baraka Amina'],
    ['usedAt', true, 'Dotto Amina Baraka Éliya'],
    ['usedAt', false, 'Amina Dotto Baraka Éliya'],
    ['owed', true, 'Éliya Baraka Amina Dotto'],
    ['owed', false, 'Baraka Éliya Amina Dotto'],
    ['phone', false, 'Baraka Éliya Amina Dotto'],
  ] as const)('is sorted by %s, descending %s', async (by, descending, names) => {
    const shown = await read(db, { sort: { by, descending } })
    expect(shown.names).toBe(names)
    expect(shown.sort).toEqual({ by, descending })
    expect(shown.sortable).toBe('all')
  })

  it('sorts what a search found, and the archive', async () => {
    const sort = { by: 'phone', descending: false } as const
    expect((await read(db, { text: '7000000', sort })).names).toBe('Baraka Éliya Amina')
    expect((await read(db, { archived: true, sort })).names).toBe('Chausiku')
  })

  it('gives a page, and says that there is more', async () => {
    const shown = await read(db, { limit: 2, sort: { by: 'phone', descending: true } })
    expect(shown.names).toBe('Amina Éliya')
    expect(shown.more).toBe(true)
  })
})

describe('the table of a shop with very many customers', () => {
  let db: AccountDatabase
  beforeAll(async () => {
    db = await openWith('many', SORTED_AT_MOST)
  }, 60_000)

  it('is sorted by what has an index, without reading all', async () => {
    const last = await read(db, { limit: 2, sort: { by: 'name', descending: true } })
    expect(last.names).toBe('Z 004999 Z 004998')
    expect(last.sortable).toBe('indexed')
    const used = await read(db, { limit: 6, sort: { by: 'usedAt', descending: true } })
    expect(used.names).toBe('Dotto Amina Baraka Éliya Z 000000')
    const owing = await read(db, { limit: 3, sort: { by: 'owed', descending: true } })
    expect(owing.names).toBe('Éliya Baraka Amina')
  })

  it('is given by name when another column was chosen, and says so', async () => {
    const shown = await read(db, { limit: 2, sort: { by: 'phone', descending: true } })
    expect(shown.names).toBe('Amina Baraka')
    expect(shown.sort).toEqual({ by: 'name', descending: false })
  })

  it('does not claim an order for a search that found too much to sort', async () => {
    const shown = await read(db, { text: 'z', sort: { by: 'name', descending: true } })
    expect(shown.rows).toHaveLength(10)
    expect([shown.sort, shown.sortable]).toEqual([undefined, 'none'])
  })
})
