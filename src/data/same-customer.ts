import type { Customer } from '#domain/customers/customer.ts'
import type { AccountDatabase } from './account-database.ts'
import { foldText } from './fold-text.ts'
import type { CustomerRow } from './rows.ts'

/**
 * Another customer on this phone that is the same person or company: the same name, with the same identification number
 * or, where neither has one, the same phone (spec §8 "Customer already registered").
 */
export async function findSameCustomer(
  db: AccountDatabase,
  customer: Customer,
): Promise<CustomerRow | undefined> {
  const { id, identificationNumber: number, phone } = customer
  if (number === '' && phone === '') return undefined
  const rows = await db.customers.where('nameKey').equals(foldText(customer.name)).toArray()
  return rows.find(
    (row) => row.id !== id && row.identificationNumber === number && (number !== '' || row.phone === phone),
  )
}
