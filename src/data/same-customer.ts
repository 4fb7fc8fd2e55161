import type { Customer } from '#domain/customers/customer.ts'
import type { AccountDatabase } from './account-database.ts'
import { findCustomerByNumber } from './customers.ts'
import { foldText } from './fold-text.ts'
import type { CustomerRow } from './rows.ts'
import { isListed } from './search-rows.ts'

type Numbered = Pick<Customer, 'id' | 'name' | 'identificationNumber' | 'vatRegistrationNumber' | 'phone'>

/**
 * Another customer on this phone that is the same person or company: the same name, with the same identification number
 * or, where neither has one, the same phone (spec §8 "Customer already registered").
 */
export async function findSameCustomer(
  db: AccountDatabase,
  customer: Numbered,
): Promise<CustomerRow | undefined> {
  const { id, identificationNumber: number, phone } = customer
  if (number === '' && phone === '') return undefined
  const rows = await db.customers.where('nameKey').equals(foldText(customer.name)).toArray()
  return rows.find(
    (row) =>
      row.id !== id &&
      isListed(row) &&
      row.identificationNumber === number &&
      (number !== '' || row.phone === phone),
  )
}

/** The archived customer that stops a new one from being saved: the same person, or one with a number of theirs. */
export async function findArchivedMatch(
  db: AccountDatabase,
  customer: Numbered,
): Promise<CustomerRow | undefined> {
  const { id, identificationNumber, vatRegistrationNumber } = customer
  const numbers = [identificationNumber, vatRegistrationNumber].filter((number) => number !== '')
  const found = await Promise.all([
    findSameCustomer(db, customer),
    ...numbers.map((number) => findCustomerByNumber(db, number, id)),
  ])
  return found.find((row) => row !== undefined && !row.active)
}
