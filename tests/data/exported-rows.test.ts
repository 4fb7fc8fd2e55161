import { beforeAll, expect, it } from 'vitest'
import { type AccountDatabase, openAccountDatabase } from '#data/account-database.ts'
import { customerRow } from '#data/customers.ts'
import { chosenCustomers, customersToExport, productsToExport } from '#data/exported-rows.ts'
import { productRow } from '#data/products.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import { toCents } from '#domain/money/cents.ts'
import { aCustomerRecord, testPorts } from './records.ts'

const none: PendingWork = { kind: 'none' }
const deleted: PendingWork = { kind: 'waiting', submits: false, deletes: true }

/** More than are read at a time. */
const MANY = 501

let db: AccountDatabase
beforeAll(async () => {
  db = await openAccountDatabase('exported', testPorts())
  const product = (name: string, active: boolean, pending: PendingWork = none) => {
    const rest = { companyId: 'company-1', rev: 1, unit: '', unitPrice: toCents(0), active }
    return productRow({ ...rest, id: crypto.randomUUID(), name, taxType: 'standard' }, pending)
  }
  await db.customers.bulkAdd([
    ...Array.from({ length: MANY }, (_, index) =>
      customerRow(aCustomerRecord(index + 1, { name: `Asha ${index + 1}` }), none),
    ),
    customerRow(aCustomerRecord(901, { name: 'Old Mfano', active: false }), none),
    customerRow(aCustomerRecord(902, { name: 'Merged Mfano' }), deleted),
    customerRow(aCustomerRecord(903, { name: 'Old and deleted', active: false }), deleted),
    customerRow(aCustomerRecord(904, { name: 'Zuhura Mfano' }), none),
  ])
  await db.products.bulkAdd([
    product('Sukari', true),
    product('Radio', false),
    product('Sabuni', true, deleted),
  ])
})

async function names(pages: AsyncGenerator<readonly { readonly name: string }[]>): Promise<string[]> {
  const all: string[] = []
  for await (const rows of pages) all.push(...rows.map(({ name }) => name))
  return all
}

it('a file of customers has those in use, without deleted and merged ones that are not sent', async () => {
  const exported = await names(customersToExport(db, false))
  expect(exported).toHaveLength(MANY + 1)
  expect(exported.at(-1)).toBe('Zuhura Mfano')
  expect(exported.filter((name) => !/^(?:Asha \d+|Zuhura Mfano)$/.test(name))).toEqual([])
})

it('the archive has a file of its own', async () => {
  expect(await names(customersToExport(db, true))).toEqual(['Old Mfano'])
})

it('a file of products has those of the shown list', async () => {
  expect(await names(productsToExport(db, false))).toEqual(['Sukari'])
  expect(await names(productsToExport(db, true))).toEqual(['Radio'])
})

it('a file of chosen customers has them by name, in use or archived, without one that is deleted since', async () => {
  const ids = [904, 903, 901, 902].map((index) => aCustomerRecord(index).id)
  expect(await names(chosenCustomers(db, [...ids, 'unknown']))).toEqual(['Old Mfano', 'Zuhura Mfano'])
})
