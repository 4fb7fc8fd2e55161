import { beforeAll, describe, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import {
  customerRow,
  findCustomerByNumber,
  listCustomers,
  listRecentCustomers,
  searchCustomers,
} from '#data/customers.ts'
import { foldText, nameKeys } from '#data/fold-text.ts'
import { pageKey } from '#data/search-rows.ts'
import { aCustomerRecord, testPorts } from './records.ts'

let db: AccountDatabase
beforeAll(async () => {
  db = await openAccountDatabase('search', testPorts())
  const none = { kind: 'none' } as const
  await db.customers.bulkAdd([
    customerRow(aCustomerRecord(1, { name: 'Juma Hassan Mfano', phone: '+255754123456' }), none, 5),
    customerRow(
      aCustomerRecord(2, {
        name: 'Hassan  Ally',
        identificationType: 'TAX_IDENTIFICATION_NUMBER',
        identificationNumber: '123456789',
      }),
      none,
      9,
    ),
    customerRow(aCustomerRecord(3, { name: 'Hassani Duka', active: false }), none, 11),
    customerRow(aCustomerRecord(4, { name: 'Éliya Mfano', vatRegistrationNumber: '40012345A' }), none),
    customerRow(aCustomerRecord(5, { name: 'Hassan  Ally' }), none),
  ])
})

describe('searching customers', () => {
  it.each([
    ['hassan', ['Hassan  Ally', 'Hassan  Ally', 'Juma Hassan Mfano']],
    ['HASSAN M', ['Juma Hassan Mfano']],
    ['eliya', ['Éliya Mfano']],
    ['123 456', ['Hassan  Ally']],
    ['0754 123', ['Juma Hassan Mfano']],
    ['754123456', ['Juma Hassan Mfano']],
    ['754 12', ['Juma Hassan Mfano']],
    ['+255754', ['Juma Hassan Mfano']],
    ['40012345a', ['Éliya Mfano']],
    ['assan', []],
    ['   ', []],
  ])('%j finds %j', async (text, names) => {
    expect((await searchCustomers(db, text, 10)).map((row) => row.name)).toEqual(names)
  })

  it('gives the latest used first, without those switched off', async () => {
    expect((await listRecentCustomers(db, 5)).map((row) => row.name)).toEqual([
      'Hassan  Ally',
      'Juma Hassan Mfano',
    ])
  })

  it('pages by name, each once, also through equal names', async () => {
    const seen: string[] = []
    let after: string | undefined
    for (;;) {
      const rows = await listCustomers(db, { limit: 2, ...(after === undefined ? {} : { after }) })
      seen.push(...rows.map((row) => row.id))
      const last = rows.at(-1)
      if (!last || rows.length < 2) break
      after = pageKey(last)
    }
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  })

  it('finds another customer with the same number, but not a phone that looks like one', async () => {
    expect((await findCustomerByNumber(db, '123456789', 'x'))?.name).toBe('Hassan  Ally')
    expect(await findCustomerByNumber(db, '123456789', aCustomerRecord(2).id)).toBeUndefined()
    expect(await findCustomerByNumber(db, '+255754123456', 'x')).toBeUndefined()
  })
})

it('folds case, accents and spaces', () => {
  expect(foldText('  ÉLIYA   Ng’ombe ')).toBe('eliya ng’ombe')
  expect(nameKeys('Juma Hassan Mfano')).toEqual(['juma hassan mfano', 'hassan mfano', 'mfano'])
  expect(nameKeys(' ')).toEqual([])
})
