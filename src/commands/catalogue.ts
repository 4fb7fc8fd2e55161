import type { AccountDatabase } from '#data/account-database.ts'
import { customerFromRow, findCustomer, findCustomerByNumber } from '#data/customers.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
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
  succeeded,
} from '#sync/outbox/command-result.ts'
import { readMergeBase } from '#sync/outbox/replace-pending.ts'
import { write } from '#sync/outbox/writer.ts'

function fieldsOf<T extends Customer | Product>(record: T): Omit<T, 'id' | 'companyId' | 'rev'> {
  const { id: _id, companyId: _company, rev: _rev, ...fields } = record
  return fields
}

/** Numbers that another customer on this phone has (spec §5, §8); the server asks again for the whole company. */
async function duplicates(db: AccountDatabase, customer: Customer): Promise<FieldRefusal<RefusalCode>[]> {
  const { identificationNumber, vatRegistrationNumber, id } = customer
  const isTaken = async (number: string) =>
    number !== '' && (await findCustomerByNumber(db, number, id)) !== undefined
  const found: FieldRefusal<RefusalCode>[] = []
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
  const customerId = input.customerId ?? deps.ports.newId()
  return write(account, deps, async (tx) => {
    const { db } = tx
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const checked = checkCustomer(input.form)
    if (!checked.ok) return refused(...checked.refusals)
    const id = await resolveId(db, customerId)
    const orderingKey = orderingKeyOf('customer', id)
    const [row, entries] = await Promise.all([findCustomer(db, id), listByOrderingKey(db, orderingKey)])
    const before = row && customerFromRow(row)
    const record: Customer = {
      ...checked.value,
      id,
      companyId: author.company.id,
      rev: before?.rev ?? 0,
      active: input.active ?? before?.active ?? true,
    }
    const refusals = await duplicates(db, record)
    if (refusals.length > 0) return refused(...refusals)
    const shown = before && before.rev > 0 ? fieldsOf(before) : null
    const base = await readMergeBase(db, 'customer.save', orderingKey, entries, shown)
    await tx.upsert(
      {
        written: { kind: 'customer', record },
        before: before && { kind: 'customer', record: before },
        entries,
      },
      orderingKey,
      'customer.save',
      { customerId: id, baseRev: record.rev, base, fields: fieldsOf(record) },
    )
    const saved = await findCustomer(db, id)
    return saved ? succeeded(saved) : refusedWithCode('CUSTOMER_NOT_FOUND')
  })
}

/** Saves a product, new or edited, on this phone and queues it for the server. */
export function saveProduct(
  account: Account,
  deps: CommandDeps,
  input: { readonly productId?: string; readonly form: ProductForm; readonly active?: boolean },
): Promise<CommandResult<ProductRow>> {
  const productId = input.productId ?? deps.ports.newId()
  return write(account, deps, async (tx) => {
    const { db } = tx
    const author = await readAuthor(db)
    if ('kind' in author) return author
    const checked = checkProduct(input.form)
    if (!checked.ok) return refused(...checked.refusals)
    const id = await resolveId(db, productId)
    const orderingKey = orderingKeyOf('product', id)
    const [row, entries] = await Promise.all([findProduct(db, id), listByOrderingKey(db, orderingKey)])
    const before = row && productFromRow(row)
    const record: Product = {
      ...checked.value,
      id,
      companyId: author.company.id,
      rev: before?.rev ?? 0,
      active: input.active ?? before?.active ?? true,
    }
    const shown = before && before.rev > 0 ? fieldsOf(before) : null
    const base = await readMergeBase(db, 'product.save', orderingKey, entries, shown)
    await tx.upsert(
      {
        written: { kind: 'product', record },
        before: before && { kind: 'product', record: before },
        entries,
      },
      orderingKey,
      'product.save',
      { productId: id, baseRev: record.rev, base, fields: fieldsOf(record) },
    )
    const saved = await findProduct(db, id)
    return saved ? succeeded(saved) : refusedWithCode('PRODUCT_NOT_FOUND')
  })
}
