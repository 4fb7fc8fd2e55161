import { beforeAll, describe, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { customerRow } from '#data/customers.ts'
import {
  listArchivedCustomers,
  listInactiveProducts,
  readUnlistedCustomers,
  readUnlistedProducts,
} from '#data/inactive-rows.ts'
import { productRow } from '#data/products.ts'
import { toCents } from '#domain/money/cents.ts'
import { aCustomerRecord, testPorts } from './records.ts'

const MANY = 60
const none = { kind: 'none' } as const

function product(index: number, change: { name: string; sku?: string; active?: boolean }) {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
  const rest = { companyId: 'company-1', rev: 1, unit: '', unitPrice: toCents(0), active: false }
  return productRow({ ...rest, id, taxType: 'standard', ...change }, none)
}

let db: AccountDatabase
beforeAll(async () => {
  db = await openAccountDatabase('inactive', testPorts())
  const others = Array.from({ length: MANY }, (_, index) => index + 1)
  await db.customers.bulkAdd([
    ...others.map((index) =>
      customerRow(aCustomerRecord(index, { name: `Asha ${index}`, active: false }), none),
    ),
    customerRow(aCustomerRecord(101, { name: 'Zuhura Mfano', phone: '+255712345678', active: false }), none),
    customerRow(
      aCustomerRecord(102, { name: 'Mwazuhura', identificationNumber: '123456789', active: false }),
      none,
    ),
    customerRow(aCustomerRecord(103, { name: 'Zuhura Active', phone: '+255712345678' }), none),
  ])
  await db.products.bulkAdd([
    ...others.map((index) => product(index, { name: `Asali ${index}` })),
    product(101, { name: 'Zafarani', sku: 'ZF-9' }),
    product(102, { name: 'Zafarani mpya', active: true }),
  ])
})

const customers = async (text: string) => (await listArchivedCustomers(db, 50, text)).map(({ name }) => name)

describe('the archive of customers', () => {
  it.each([
    ['zuhura', ['Zuhura Mfano', 'Mwazuhura']],
    ['0712345678', ['Zuhura Mfano']],
    ['0712 345 678', ['Zuhura Mfano']],
    ['712345', ['Zuhura Mfano']],
    ['123 456 789', ['Mwazuhura']],
    ['456789', ['Mwazuhura']],
    ['off', []],
  ])('is searched as a whole, as the list is: %j finds %j', async (text, names) => {
    expect(await customers(text)).toEqual(names)
  })

  it('shows a page of all without a text', async () => {
    expect(await customers('  ')).toHaveLength(50)
  })
})

it('inactive products are searched as a whole', async () => {
  for (const text of ['zafa', 'ZF-9', 'arani']) {
    expect((await listInactiveProducts(db, 50, text)).map(({ name }) => name)).toEqual(['Zafarani'])
  }
})

describe('what there is besides an empty list of those in use', () => {
  const deleted = { kind: 'waiting', submits: false, deletes: true } as const
  const open = (name: string) => openAccountDatabase(name, testPorts())

  it('is nothing in a new shop, and where all that was there is being deleted', async () => {
    const shop = await open('empty shop')
    expect(await readUnlistedCustomers(shop)).toBe('none')
    expect(await readUnlistedProducts(shop)).toBe('none')
    await shop.customers.add(customerRow(aCustomerRecord(1, {}), deleted))
    await shop.customers.add(customerRow(aCustomerRecord(2, { active: false }), deleted))
    expect(await readUnlistedCustomers(shop)).toBe('none')
  })

  it('is the archive, where all that is there was switched off', async () => {
    const shop = await open('switched off')
    await shop.customers.add(customerRow(aCustomerRecord(1, { active: false }), none))
    await shop.customers.add(customerRow(aCustomerRecord(2, {}), deleted))
    await shop.products.add(product(1, { name: 'Sukari' }))
    expect(await readUnlistedCustomers(shop)).toBe('switched-off')
    expect(await readUnlistedProducts(shop)).toBe('switched-off')
  })

  it('is more of those in use, where the part that is shown has none of them', async () => {
    expect(await readUnlistedCustomers(db)).toBe('in-use')
    expect(await readUnlistedProducts(db)).toBe('in-use')
  })
})
