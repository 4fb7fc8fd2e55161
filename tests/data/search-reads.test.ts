import { beforeEach, describe, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { customerRow, searchCustomers } from '#data/customers.ts'
import type { CustomerRow } from '#data/rows.ts'
import { observeTables } from './observe-tables.ts'
import { aCustomerRecord, testPorts } from './records.ts'

type Read = { readonly limit: number; readonly rows: number }

let db: AccountDatabase
let reads: Read[]
let opened = 0
beforeEach(async () => {
  opened += 1
  db = await openAccountDatabase(`search-reads-${opened}`, testPorts())
  reads = []
  await observeTables(db, (table) => ({
    query: async (request) => {
      const response = await table.query(request)
      reads.push({ limit: request.limit ?? Number.POSITIVE_INFINITY, rows: response.result.length })
      return response
    },
  }))
})

type Fields = Parameters<typeof aCustomerRecord>[1]

async function keepCustomers(count: number, fieldsOf: (index: number) => Fields): Promise<void> {
  const rows = Array.from(
    { length: count },
    (_, index): CustomerRow => customerRow(aCustomerRecord(index + 1, fieldsOf(index)), { kind: 'none' }),
  )
  await db.customers.bulkAdd(rows)
}

const numbered = (index: number) => String(index).padStart(3, '0')
const namesFor = async (text: string, limit: number) =>
  (await searchCustomers(db, text, limit)).map((row) => row.name)

describe('what a search reads', () => {
  it('fills a page with one read of hardly more rows than are shown', async () => {
    await keepCustomers(200, (index) => ({ name: `Neema Ziwa ${numbered(index)}` }))
    expect(await namesFor('neema z', 20)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Neema Ziwa ${numbered(index)}`),
    )
    expect(reads).toHaveLength(1)
    expect(reads[0]?.rows).toBeLessThanOrEqual(30)
  })

  it('reads on when most of the first rows are switched off', async () => {
    await keepCustomers(60, (index) => ({ name: `Neema ${numbered(index)}`, active: index >= 40 }))
    expect(await namesFor('neema', 20)).toEqual(
      Array.from({ length: 20 }, (_, index) => `Neema ${numbered(index + 40)}`),
    )
  })

  it('reads on when the first rows match under two keys each', async () => {
    await keepCustomers(40, (index) => ({ name: `Juma Juma ${numbered(index)}` }))
    const names = await namesFor('juma', 20)
    expect(new Set(names).size).toBe(20)
  })

  it('still finds a name that is written without the dash that was typed', async () => {
    await keepCustomers(3, (index) => ({
      name: ['Alamin Duka', 'Al-Amin Hoteli', 'Asha Mfano'][index] ?? '',
    }))
    expect(await namesFor('al-amin', 20)).toEqual(['Al-Amin Hoteli', 'Alamin Duka'])
  })
})
