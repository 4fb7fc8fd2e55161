import { beforeAll, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { customerRow } from '#data/customers.ts'
import { readInParts, visitInParts } from '#data/read-rows.ts'
import { observeTables } from './observe-tables.ts'
import { aCustomerRecord, testPorts } from './records.ts'

const COUNT = 90

let db: AccountDatabase
let ids: string[]
/** How many rows each request asked for. */
const requests: number[] = []
beforeAll(async () => {
  db = await openAccountDatabase('rows of many ids', testPorts())
  const rows = Array.from({ length: COUNT }, (_, n) => customerRow(aCustomerRecord(n, {}), { kind: 'none' }))
  ids = rows.map(({ id }) => id)
  await db.customers.bulkAdd(rows)
  await observeTables(db, (table) => ({
    getMany: (request) => {
      requests.push(request.keys.length)
      return table.getMany(request)
    },
  }))
})

it('reads the rows of many ids in their order, without those that are not there, few at a time', async () => {
  const asked = [...ids.slice(0, 40), 'no such id', ...ids.slice(40)].reverse()
  requests.length = 0
  const found = await readInParts(db, db.customers, asked)
  expect(found.map(({ id }) => id)).toEqual([...ids].reverse())
  expect(Math.max(...requests)).toBeLessThanOrEqual(25)
  expect(requests.reduce((sum, count) => sum + count)).toBe(COUNT + 1)
})

it('reads no further once enough was found', async () => {
  requests.length = 0
  let seen = 0
  await visitInParts(db, db.customers, ids, (rows) => {
    seen += rows.length
    return seen < 30
  })
  expect(seen).toBe(50)
  expect(requests).toEqual([25, 25])
})
