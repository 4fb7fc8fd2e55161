import { customerWithNumber, findCustomer, plainCustomer } from '#data/customers.ts'
import { findProduct, plainProduct } from '#data/products.ts'
import type { CustomerRow, ProductRow } from '#data/rows.ts'
import { type CustomerForm, checkCustomer } from '#domain/customers/check-customer.ts'
import type { Customer } from '#domain/customers/customer.ts'
import { checkProduct, type ProductForm } from '#domain/products/check-product.ts'
import type { Product } from '#domain/products/product.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { Account } from '#session/account.ts'
import { laneOf } from '../outbox/entry.ts'
import { freezeOperation } from '../outbox/freeze-operation.ts'
import { readGround } from '../outbox/supersede.ts'
import { keptId } from '../records.ts'
import {
  type CommandDeps,
  type Kept,
  keeping,
  kept,
  type RefusalCode,
  readAuthor,
  refused,
  refusedWhole,
} from './outcome.ts'
import { writeCatalogueRecord } from './write-record.ts'

const ATTEMPTS = 5

function customerFields({ id: _id, companyId: _company, rev: _rev, ...fields }: Customer) {
  return fields
}

function productFields({ id: _id, companyId: _company, rev: _rev, ...fields }: Product) {
  return fields
}

/** Numbers that another customer on this phone has (spec §5, §8); the server asks again for the whole company. */
async function duplicates(account: Account, customer: Customer): Promise<FieldRefusal<RefusalCode>[]> {
  const { identificationNumber, vatRegistrationNumber, id } = customer
  const found: FieldRefusal<RefusalCode>[] = []
  const taken = async (number: string) =>
    number !== '' && (await customerWithNumber(account.db, number, id)) !== undefined
  if (await taken(identificationNumber)) {
    found.push({ path: 'identificationNumber', code: 'CUSTOMER_ID_DUPLICATED' })
  }
  if (await taken(vatRegistrationNumber)) {
    found.push({ path: 'vatRegistrationNumber', code: 'CUSTOMER_VRN_DUPLICATED' })
  }
  return found
}

/** Saves a customer, new or edited, on this phone and queues it for the server. */
export function saveCustomer(
  account: Account,
  deps: CommandDeps,
  input: { readonly customerId?: string; readonly form: CustomerForm; readonly active?: boolean },
): Promise<Kept<CustomerRow>> {
  const { db } = account
  return keeping(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const checked = checkCustomer(input.form)
    if (checked.kind === 'refused') return refused(...checked.refusals)
    const id = await keptId(db, input.customerId ?? deps.ports.newId())
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const row = await findCustomer(db, id)
      const before = row && plainCustomer(row)
      const active = input.active ?? before?.active ?? true
      const record: Customer = {
        ...checked.customer,
        id,
        companyId: author.company.id,
        rev: before?.rev ?? 0,
        active,
      }
      const refusals = await duplicates(account, record)
      if (refusals.length > 0) return refused(...refusals)
      const lane = laneOf('customer', id)
      const shown = before && before.rev > 0 ? customerFields(before) : null
      const ground = await readGround(db, 'customer.save', lane, shown)
      const { base } = ground
      const body = { customerId: id, baseRev: record.rev, base, fields: customerFields(record) }
      const freezing = await freezeOperation(deps.ports.newId, 'customer.save', lane, body)
      if (freezing.kind === 'refused') return refused(...freezing.refusals)
      const written = { kind: 'customer', record } as const
      const now = deps.ports.clock.now()
      if (!(await writeCatalogueRecord(account, written, freezing.operation, ground, now))) continue
      const saved = await findCustomer(db, id)
      return saved ? kept(saved) : refusedWhole('CUSTOMER_NOT_FOUND')
    }
    return refusedWhole('UNEXPECTED')
  })
}

/** Saves a product, new or edited, on this phone and queues it for the server. */
export function saveProduct(
  account: Account,
  deps: CommandDeps,
  input: { readonly productId?: string; readonly form: ProductForm; readonly active?: boolean },
): Promise<Kept<ProductRow>> {
  const { db } = account
  return keeping(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const checked = checkProduct(input.form)
    if (checked.kind === 'refused') return refused(...checked.refusals)
    const id = await keptId(db, input.productId ?? deps.ports.newId())
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const row = await findProduct(db, id)
      const before = row && plainProduct(row)
      const active = input.active ?? before?.active ?? true
      const record: Product = {
        ...checked.product,
        id,
        companyId: author.company.id,
        rev: before?.rev ?? 0,
        active,
      }
      const lane = laneOf('product', id)
      const shown = before && before.rev > 0 ? productFields(before) : null
      const ground = await readGround(db, 'product.save', lane, shown)
      const { base } = ground
      const body = { productId: id, baseRev: record.rev, base, fields: productFields(record) }
      const freezing = await freezeOperation(deps.ports.newId, 'product.save', lane, body)
      if (freezing.kind === 'refused') return refused(...freezing.refusals)
      const written = { kind: 'product', record } as const
      const now = deps.ports.clock.now()
      if (!(await writeCatalogueRecord(account, written, freezing.operation, ground, now))) continue
      const saved = await findProduct(db, id)
      return saved ? kept(saved) : refusedWhole('PRODUCT_NOT_FOUND')
    }
    return refusedWhole('UNEXPECTED')
  })
}
