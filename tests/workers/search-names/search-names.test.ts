import { beforeAll, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { customerRow } from '#data/customers.ts'
import { wantedKeys } from '#data/search-rows.ts'
import { watchChangedIds } from '#data/watch-changed-ids.ts'
import { type NamedRow, NameIndex } from '#workers/search-names/name-index.ts'
import { readRows } from '#workers/search-names/read-rows.ts'
import { aCustomerRecord, numberedId, testPorts } from '../../data/records.ts'

const none = { kind: 'none' } as const
let db: AccountDatabase

beforeAll(async () => {
  db = await openAccountDatabase('search-names', testPorts())
  await db.customers.bulkAdd([
    customerRow(aCustomerRecord(1, { name: 'Juma Hassan Mfano', phone: '+255754123456' }), none),
    customerRow(aCustomerRecord(2, { name: 'Hassani Duka', active: false }), none),
    customerRow(aCustomerRecord(3, { name: 'Éliya Mfano', identificationNumber: '123456789' }), none),
  ])
})

async function readIndex(): Promise<NameIndex> {
  const index = new NameIndex()
  await readRows<NamedRow>(db.name, 'customers', (rows) => index.put(rows))
  return index
}

it.each([
  ['assan', [1]],
  ['LIYA', [3]],
  ['fano', [3, 1]],
  ['45678', [3]],
  ['754123456', [1]],
  ['0754 123 456', [1]],
  ['off', []],
])('%j is found inside the names and numbers of active rows, by name (spec §5)', async (text, numbers) => {
  expect((await readIndex()).find(wantedKeys(text), 10)).toEqual(numbers.map(numberedId))
})

it('finds 20 of 100,000 within 100 ms of the processor (budgets §3), read in pages', async () => {
  const many = await openAccountDatabase('search-names-many', testPorts())
  const rows = Array.from({ length: 2_500 }, (_, n) =>
    customerRow(aCustomerRecord(n + 10, { name: `Mteja Nambari ${n} wa Kariakoo` }), none),
  )
  await many.customers.bulkAdd(rows)
  const index = new NameIndex()
  const pages: number[] = []
  await readRows<NamedRow>(many.name, 'customers', (page) => {
    pages.push(page.length)
    index.put(page)
  })
  expect(pages).toEqual([1_000, 1_000, 500])
  for (let copy = 1; copy < 40; copy += 1) {
    index.put(rows.map((row) => ({ ...row, id: `${row.id}-${copy}` })))
  }
  const begun = process.cpuUsage()
  expect(index.find(['bari 24', 'riakoo'], 20)).toHaveLength(20)
  const took = process.cpuUsage(begun)
  // All 100,000 rows match, which is the worst case; a machine four times slower is allowed here.
  expect((took.user + took.system) / 1_000).toBeLessThan(1_600)
})

it('reads again only what was written or deleted since', async () => {
  const index = await readIndex()
  const changes: { from: string; to: string }[] = []
  watchChangedIds(db, 'customers', (ranges) => changes.push(...ranges))
  await db.customers.put(customerRow(aCustomerRecord(1, { name: 'Rehema Salum' }), none))
  await db.customers.delete(numberedId(3))
  await db.products.clear()
  expect(changes.map(({ from }) => from)).toEqual([numberedId(1), numberedId(3)])
  for (const range of changes) {
    const read: NamedRow[] = []
    await readRows<NamedRow>(db.name, 'customers', (rows) => read.push(...rows), range)
    // What was there stays to be found until the new rows are read.
    expect(index.find(['liya'], 10)).toEqual([numberedId(3)])
    index.replace(range, read)
  }
  expect(index.find(['hassan', 'liya'], 10)).toEqual([])
  expect(index.find(['hema s'], 10)).toEqual([numberedId(1)])
})
