import type { Customer } from '#domain/customers/customer.ts'
import type { PendingWork } from '#domain/invoices/shown-status.ts'
import type { AccountDatabase } from './account-database.ts'
import { foldText, nameKeys } from './fold-text.ts'
import { numberKeyOf } from './number-key.ts'
import type { CustomerRow } from './rows.ts'
import {
  INACTIVE_KEY,
  isListed,
  isOffered,
  listByName,
  listOffered,
  searchWithInside,
} from './search-rows.ts'

/** The only constructor of rows, so that search keys always match the record. */
export function customerRow(customer: Customer, pending: PendingWork, usedAt?: number): CustomerRow {
  const numbers = [customer.identificationNumber, customer.vatRegistrationNumber, customer.phone]
  return {
    ...customer,
    pending,
    nameKey: foldText(customer.name),
    keys: [
      ...new Set([
        ...nameKeys(customer.name),
        ...numbers.map(numberKeyOf).filter((key) => key !== ''),
        ...(customer.active ? [] : [INACTIVE_KEY]),
      ]),
    ],
    ...(usedAt === undefined ? {} : { usedAt }),
  }
}

/** The customer without the fields that this phone derives. */
export function customerFromRow(row: CustomerRow): Customer {
  const { pending: _, nameKey: __, keys: ___, usedAt: ____, ...customer } = row
  return customer
}

export function findCustomer(db: AccountDatabase, id: string): Promise<CustomerRow | undefined> {
  return db.run(() => db.customers.get(id))
}

/**
 * Active customers where a word of the name, or the identification, VAT or phone number, begins with a text, then
 * those `inside` which it was found.
 */
export function searchCustomers(
  db: AccountDatabase,
  text: string,
  limit: number,
  inside?: readonly string[],
): Promise<CustomerRow[]> {
  return db.run(() => searchWithInside(db.customers, text, limit, inside))
}

/** The customers of these ids who are neither archived nor deleted. */
export function listOfferedCustomers(db: AccountDatabase, ids: readonly string[]): Promise<CustomerRow[]> {
  return db.run(() => listOffered(db.customers, ids))
}

/** Customers on the latest invoices of this phone. */
export async function listRecentCustomers(db: AccountDatabase, limit: number): Promise<CustomerRow[]> {
  const rows = await db.run(() =>
    db.customers
      .orderBy('usedAt')
      .reverse()
      .limit(limit * 2)
      .toArray(),
  )
  return rows.filter(isOffered).slice(0, limit)
}

/** Customers by name; `after` is the `pageKey` of the last row seen. */
export function listCustomers(
  db: AccountDatabase,
  page: { readonly after?: string; readonly limit: number },
): Promise<CustomerRow[]> {
  return db.run(() => listByName(db.customers, page))
}

/**
 * Another customer with the same identification or VAT number (spec §5: duplicates are rejected), archived ones
 * included. One waiting to be deleted is gone for the person.
 */
export async function findCustomerByNumber(
  db: AccountDatabase,
  number: string,
  exceptId: string,
): Promise<CustomerRow | undefined> {
  const rows = await db.run(() => db.customers.where('keys').equals(numberKeyOf(number)).toArray())
  return rows.find(
    (row) =>
      row.id !== exceptId &&
      isListed(row) &&
      (row.identificationNumber === number || row.vatRegistrationNumber === number),
  )
}
