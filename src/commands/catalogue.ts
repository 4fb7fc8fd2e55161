import { customerFromRow, findCustomer, findCustomerByNumber } from '#data/customers.ts'
import { orderingKeyOf } from '#data/outbox-entry.ts'
import { findProduct, productFromRow } from '#data/products.ts'
import { resolveId } from '#data/records.ts'
import type { CustomerRow, ProductRow } from '#data/rows.ts'
import { type CustomerForm, checkCustomer } from '#domain/customers/check-customer.ts'
import type { Customer } from '#domain/customers/customer.ts'
import { checkProduct, type ProductForm } from '#domain/products/check-product.ts'
import type { Product } from '#domain/products/product.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  type RefusalCode,
  readAuthor,
  refused,
  refusedWithCode,
  runCommand,
  succeeded,
} from '#sync/outbox/command-result.ts'
import { readMergeBase } from '#sync/outbox/replace-pending.ts'
import { serializeOperation } from '#sync/outbox/serialize-operation.ts'
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
  const isTaken = async (number: string) =>
    number !== '' && (await findCustomerByNumber(account.db, number, id)) !== undefined
  if (await isTaken(identificationNumber)) {
    found.push({ path: 'identificationNumber', code: 'CUSTOMER_ID_DUPLICATED' })
  }
  if (await isTaken(vatRegistrationNumber)) {
    found.push({ path: 'vatRegistrationNumber', code: 'CUSTOMER_VRN_DUPLICATED' })
  }
  return found
}

/** Saves a customer, new or edited, on this phone and queues it for the server. */
export function saveCustomer(
  account: Account,
  deps: CommandDeps,
  input: { readonly customerId?: string; readonly form: CustomerForm; readonly active?: boolean },
): Promise<CommandResult<CustomerRow>> {
  const { db } = account
  return runCommand(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const checked = checkCustomer(input.form)
    if (!checked.ok) return refused(...checked.refusals)
    const id = await resolveId(db, input.customerId ?? deps.ports.newId())
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const row = await findCustomer(db, id)
      const before = row && customerFromRow(row)
      const active = input.active ?? before?.active ?? true
      const record: Customer = {
        ...checked.value,
        id,
        companyId: author.company.id,
        rev: before?.rev ?? 0,
        active,
      }
      const refusals = await duplicates(account, record)
      if (refusals.length > 0) return refused(...refusals)
      const orderingKey = orderingKeyOf('customer', id)
      const shown = before && before.rev > 0 ? customerFields(before) : null
      const mergeBase = await readMergeBase(db, 'customer.save', orderingKey, shown)
      const { base } = mergeBase
      const body = { customerId: id, baseRev: record.rev, base, fields: customerFields(record) }
      const serialized = await serializeOperation(deps.ports.newId, 'customer.save', orderingKey, body)
      if (serialized.kind === 'refused') return refused(...serialized.refusals)
      const written = { kind: 'customer', record } as const
      const now = deps.ports.clock.now()
      if (!(await writeCatalogueRecord(account, written, serialized.operation, mergeBase, now))) continue
      const saved = await findCustomer(db, id)
      return saved ? succeeded(saved) : refusedWithCode('CUSTOMER_NOT_FOUND')
    }
    return refusedWithCode('UNEXPECTED')
  })
}

/** Saves a product, new or edited, on this phone and queues it for the server. */
export function saveProduct(
  account: Account,
  deps: CommandDeps,
  input: { readonly productId?: string; readonly form: ProductForm; readonly active?: boolean },
): Promise<CommandResult<ProductRow>> {
  const { db } = account
  return runCommand(db, deps, async () => {
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const checked = checkProduct(input.form)
    if (!checked.ok) return refused(...checked.refusals)
    const id = await resolveId(db, input.productId ?? deps.ports.newId())
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const row = await findProduct(db, id)
      const before = row && productFromRow(row)
      const active = input.active ?? before?.active ?? true
      const record: Product = {
        ...checked.value,
        id,
        companyId: author.company.id,
        rev: before?.rev ?? 0,
        active,
      }
      const orderingKey = orderingKeyOf('product', id)
      const shown = before && before.rev > 0 ? productFields(before) : null
      const mergeBase = await readMergeBase(db, 'product.save', orderingKey, shown)
      const { base } = mergeBase
      const body = { productId: id, baseRev: record.rev, base, fields: productFields(record) }
      const serialized = await serializeOperation(deps.ports.newId, 'product.save', orderingKey, body)
      if (serialized.kind === 'refused') return refused(...serialized.refusals)
      const written = { kind: 'product', record } as const
      const now = deps.ports.clock.now()
      if (!(await writeCatalogueRecord(account, written, serialized.operation, mergeBase, now))) continue
      const saved = await findProduct(db, id)
      return saved ? succeeded(saved) : refusedWithCode('PRODUCT_NOT_FOUND')
    }
    return refusedWithCode('UNEXPECTED')
  })
}
