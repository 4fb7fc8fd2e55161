import type { ApiCustomer, ApiProduct } from '#contract/public-api/catalogue.ts'
import type { Customer } from '#domain/customers/customer.ts'
import { toCents } from '#domain/money/cents.ts'
import type { Product } from '#domain/products/product.ts'
import { Refusal } from '../../ports/refusal.ts'
import { pageCatalogue } from '../../storage/api/pages.ts'
import { findUndeleted, listDocuments } from '../../storage/catalogue/documents.ts'
import { findOperation } from '../../storage/sync/operations.ts'
import { resolveId } from '../../storage/sync/record-aliases.ts'
import { doorOperationId, executeAtDoor } from '../operations/execute-at-door.ts'
import { nameBasedId } from '../operations/name-based-id.ts'
import { pageOfRows, rangeOf } from './page-cursor.ts'
import type { PublicAnswer, PublicRequest } from './public-answer.ts'
import type { PublicCaller, PublicWriter } from './public-caller.ts'

export function apiCustomer(customer: Customer): ApiCustomer {
  const { companyId: _companyId, ...shown } = customer
  return shown
}

export function apiProduct({ id, rev, name, unit, unitPrice, taxType, active }: Product): ApiProduct {
  return { id, rev, name, unit, unitPrice: unitPrice / 100, taxType, active }
}

/** Cents of an amount in Tsh, which the schema has limited to two decimals. */
export function centsOf(tsh: number) {
  return toCents(Math.round(tsh * 100))
}

export async function listCustomers(
  { context, scope }: PublicCaller,
  query: PublicRequest<'customers.list'>,
): Promise<PublicAnswer<'customers.list'>> {
  const range = rangeOf(query)
  const { records, next } = pageOfRows(await pageCatalogue(context.db, scope, 'customers', range), range)
  return { data: records.map(apiCustomer), next }
}

export async function listProducts(
  { context, scope }: PublicCaller,
  query: PublicRequest<'products.list'>,
): Promise<PublicAnswer<'products.list'>> {
  const range = rangeOf(query)
  const { records, next } = pageOfRows(await pageCatalogue(context.db, scope, 'products', range), range)
  return { data: records.map(apiProduct), next }
}

/**
 * A record that a sale names: none that is deleted, but the repeat of a request that was executed finds what was deleted
 * since. The id of a customer that was merged into another leads to that one.
 */
export async function findNamed<T extends 'customers' | 'products'>(
  { context, scope, door, key }: PublicWriter,
  table: T,
  namedId: string,
) {
  const { db } = context
  const id = table === 'customers' ? await resolveId(db, scope, 'customer', namedId) : namedId
  const known = await findUndeleted(db, scope, table, id)
  if (known || !(await findOperation(db, scope, doorOperationId(door, key)))) return known
  const [deleted] = await listDocuments(db, scope, table, [id])
  return deleted
}

/**
 * A customer of the company; the id of one that was merged into another leads to that one. An unknown or deleted id and
 * one of another company are answered alike.
 */
export async function getCustomer({ context, scope }: PublicCaller, id: string): Promise<Customer> {
  const current = await resolveId(context.db, scope, 'customer', id)
  const customer = await findUndeleted(context.db, scope, 'customers', current)
  if (customer === undefined) throw new Refusal('NOT_FOUND')
  return customer
}

/** The customer that a program replaces. One that was merged is none: the other one is not what the program describes. */
export async function getReplacedCustomer(caller: PublicCaller, id: string): Promise<Customer> {
  const customer = await getCustomer(caller, id)
  if (customer.id !== id) throw new Refusal('NOT_FOUND')
  return customer
}

export async function getProduct({ context, scope }: PublicCaller, id: string): Promise<Product> {
  const product = await findUndeleted(context.db, scope, 'products', id)
  if (product === undefined) throw new Refusal('NOT_FOUND')
  return product
}

/** Saves a customer as a phone does; without `current` it is a new one. */
export async function writeCustomer(
  caller: PublicWriter,
  input: PublicRequest<'customers.create'>,
  current?: Customer,
): Promise<ApiCustomer> {
  const { context, door, key } = caller
  const change = await executeAtDoor(context, {
    ...{ door, key, type: 'customer.save' as const },
    compose: async () => ({
      customerId: current?.id ?? nameBasedId(door.clientId, `customer:${key}`),
      baseRev: current?.rev ?? 0,
      base: current ?? null,
      fields: {
        ...{ name: input.name, identificationType: input.identificationType },
        identificationNumber: input.identificationNumber ?? '',
        phone: input.phone ?? '',
        email: input.email ?? '',
        vatRegistrationNumber: input.vatRegistrationNumber ?? '',
        active: input.active ?? true,
      },
    }),
  })
  if (change.t !== 'customer' || change.row === null) throw new Error('no customer was saved')
  return apiCustomer(change.row)
}

/** Saves a product as a phone does; without `current` it is a new one. */
export async function writeProduct(
  caller: PublicWriter,
  input: PublicRequest<'products.create'>,
  current?: Product,
): Promise<ApiProduct> {
  const { context, door, key } = caller
  const change = await executeAtDoor(context, {
    ...{ door, key, type: 'product.save' as const },
    compose: async () => ({
      productId: current?.id ?? nameBasedId(door.clientId, `product:${key}`),
      baseRev: current?.rev ?? 0,
      base: current ?? null,
      fields: {
        ...current,
        ...{ name: input.name, unit: input.unit ?? '', unitPrice: centsOf(input.unitPrice) },
        ...{ taxType: input.taxType, active: input.active ?? true },
      },
    }),
  })
  if (change.t !== 'product' || change.row === null) throw new Error('no product was saved')
  return apiProduct(change.row)
}
