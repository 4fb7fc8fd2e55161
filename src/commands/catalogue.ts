import type { AccountDatabase } from '#data/account-database.ts'
import { customerFromRow, findCustomer, findCustomerByNumber } from '#data/customers.ts'
import { foldText } from '#data/fold-text.ts'
import { deleteMeta } from '#data/meta.ts'
import { listByOrderingKey } from '#data/outbox-entries.ts'
import { importKeyOf, isImport, isUnsent, orderingKeyOf } from '#data/outbox-entry.ts'
import { findByBarcode } from '#data/product-search.ts'
import { findProduct, productFromRow } from '#data/products.ts'
import { resolveId } from '#data/records.ts'
import type { CustomerRow, OutboxEntry, ProductRow } from '#data/rows.ts'
import { findSameCustomer } from '#data/same-customer.ts'
import { type CustomerForm, checkCustomer } from '#domain/customers/check-customer.ts'
import type { Customer } from '#domain/customers/customer.ts'
import { mergedIdsOf } from '#domain/customers/merge-customers.ts'
import { checkProduct, type ProductForm } from '#domain/products/check-product.ts'
import type { Product } from '#domain/products/product.ts'
import { fieldsOf } from '#domain/records/fields-of.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { ok, refuse } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import {
  type CommandDeps,
  type CommandResult,
  type RefusalCode,
  readAuthor,
  refusedWithCode,
} from '#sync/outbox/command-result.ts'
import { readMergeBase } from '#sync/outbox/replace-pending.ts'
import { type WriteTransaction, write } from '#sync/outbox/writer.ts'

/** The fields as the server last gave them; `null` for a record that it never had. */
function shownFields<T extends Customer | Product>(before: T | undefined) {
  return before && before.rev > 0 ? fieldsOf(before) : null
}

/** A record of the catalogue within the transaction that writes it. */
export type Place = {
  readonly tx: WriteTransaction
  readonly id: string
  readonly companyId: string
  readonly orderingKey: string
  /** What the outbox holds about it. */
  readonly entries: readonly OutboxEntry[]
}

/** Ends operations of a record that its save takes the place of, and returns those that are left. */
type EndWaiting = (tx: WriteTransaction, entries: readonly OutboxEntry[]) => Promise<readonly OutboxEntry[]>

/** The one transaction of every command about a customer or a product, under the id that the server knows it by. */
export function writeRecord<T>(
  account: Account,
  deps: CommandDeps,
  { kind, recordId }: { readonly kind: 'customer' | 'product'; readonly recordId: string },
  work: (place: Place) => Promise<CommandResult<T>>,
): Promise<CommandResult<T>> {
  return write(account, deps, async (tx) => {
    const known = await readAuthor(tx.db, `${kind}.save`)
    if (!known.ok) return known
    const author = known.value
    const id = await resolveId(tx.db, recordId)
    const orderingKey = orderingKeyOf(kind, id)
    const entries = await listByOrderingKey(tx.db, orderingKey)
    return work({ tx, id, companyId: author.company.id, orderingKey, entries })
  })
}

/**
 * Whether a save may give this phone two records of one person. Two that are here already, from two phones or a file, can
 * be corrected all the same; only that both are on the list again is checked.
 */
function mayBecomeSame(customer: Customer, before: Customer | undefined): boolean {
  if (before === undefined || (customer.active && !before.active)) return true
  return (
    foldText(customer.name) !== foldText(before.name) ||
    customer.identificationNumber !== before.identificationNumber ||
    customer.phone !== before.phone
  )
}

/**
 * What another customer on this phone has (spec §5, §8); the server asks again for the whole company. An archived one is
 * on no list, so it is refused by a code of its own.
 */
async function duplicates(
  { tx: { db } }: Place,
  customer: Customer,
  before: Customer | undefined,
): Promise<FieldRefusal<RefusalCode>[]> {
  const { identificationNumber, vatRegistrationNumber, id } = customer
  const codeOf = (holder: CustomerRow, code: RefusalCode) => (holder.active ? code : 'CUSTOMER_ARCHIVED')
  const same = mayBecomeSame(customer, before) ? await findSameCustomer(db, customer) : undefined
  if (same) return [{ path: '', code: codeOf(same, 'CUSTOMER_ALREADY_REGISTERED') }]
  const holderOf = async (number: string) =>
    number === '' ? undefined : await findCustomerByNumber(db, number, id)
  const found: FieldRefusal<RefusalCode>[] = []
  const ofId = await holderOf(identificationNumber)
  if (ofId) found.push({ path: 'identificationNumber', code: codeOf(ofId, 'CUSTOMER_ID_DUPLICATED') })
  const ofVrn = await holderOf(vatRegistrationNumber)
  if (ofVrn) found.push({ path: 'vatRegistrationNumber', code: codeOf(ofVrn, 'CUSTOMER_VRN_DUPLICATED') })
  return found
}

/** What must come before another operation of a record: its chunk of an imported file, if that is unsent. */
export async function importsBefore(
  { tx: { db }, entries }: Pick<Place, 'tx' | 'entries'>,
  row: CustomerRow | ProductRow | undefined,
): Promise<string[]> {
  const importKey = row && importKeyOf(row)
  const chunk = importKey === undefined ? [] : await listByOrderingKey(db, importKey)
  // A save that replaces one in its position waits for the same.
  return [...chunk, ...entries]
    .filter(isUnsent)
    .flatMap((entry) => (isImport(entry) ? entry.opId : entry.dependsOn))
}

/**
 * Saves a customer, new or edited, on this phone and queues it for the server. With `endsDraft` what was kept of the
 * half-filled form is deleted with it.
 */
export function saveCustomer(
  account: Account,
  deps: CommandDeps,
  input: {
    readonly customerId?: string
    readonly form: CustomerForm
    readonly active?: boolean
    readonly endsDraft?: boolean
    readonly endWaiting?: EndWaiting
  },
): Promise<CommandResult<CustomerRow>> {
  const recordId = input.customerId ?? deps.ports.newId()
  return writeRecord(account, deps, { kind: 'customer', recordId }, async (place) => {
    const { tx, id, companyId, orderingKey } = place
    const checked = checkCustomer(input.form)
    if (!checked.ok) return refuse(checked.refusals)
    const row = await findCustomer(tx.db, id)
    const before = row && customerFromRow(row)
    const active = input.active ?? before?.active ?? true
    const rev = before?.rev ?? 0
    const record: Customer = { ...mergedIdsOf(before), ...checked.value, id, companyId, rev, active }
    // Taking a customer off the list makes no duplicate, also of one that the server refused as such.
    const refusals = before?.active === true && !active ? [] : await duplicates(place, record, before)
    if (refusals.length > 0) return refuse(refusals)
    const entries = (await input.endWaiting?.(tx, place.entries)) ?? place.entries
    const base = await readMergeBase(tx.db, 'customer.save', orderingKey, entries, shownFields(before))
    await tx.upsert(
      {
        written: { kind: 'customer', record },
        before: before && { kind: 'customer', record: before },
        entries,
        dependsOn: await importsBefore({ tx, entries }, row),
      },
      orderingKey,
      'customer.save',
      { customerId: id, baseRev: record.rev, base, fields: fieldsOf(record) },
    )
    if (input.endsDraft) await deleteMeta(tx.db, 'new-customer')
    const saved = await findCustomer(tx.db, id)
    return saved ? ok(saved) : refusedWithCode('CUSTOMER_NOT_FOUND')
  })
}

/**
 * Whether a save gives two products one barcode. Two that have it already, from two phones or a file, can be edited and
 * taken off the counter all the same; only that both are sold again is checked.
 */
async function makesDuplicate(
  db: AccountDatabase,
  { id, barcode, active }: Pick<Product, 'id' | 'barcode' | 'active'>,
  before: Product | undefined,
): Promise<boolean> {
  if (!barcode) return false
  const isNew = before === undefined || barcode !== before.barcode
  if (!isNew && (before.active || !active)) return false
  const others = (await findByBarcode(db, barcode)).filter((other) => other.id !== id)
  return others.some((other) => isNew || other.active)
}

/** Saves a product, new or edited, on this phone and queues it for the server; `endsDraft` as for a customer. */
export function saveProduct(
  account: Account,
  deps: CommandDeps,
  input: {
    readonly productId?: string
    readonly form: ProductForm
    readonly active?: boolean
    readonly endsDraft?: boolean
    readonly endWaiting?: EndWaiting
  },
): Promise<CommandResult<ProductRow>> {
  const recordId = input.productId ?? deps.ports.newId()
  return writeRecord(account, deps, { kind: 'product', recordId }, async (place) => {
    const { tx, id, companyId, orderingKey } = place
    const checked = checkProduct(input.form)
    if (!checked.ok) return refuse(checked.refusals)
    const row = await findProduct(tx.db, id)
    const before = row && productFromRow(row)
    const active = input.active ?? before?.active ?? true
    if (await makesDuplicate(tx.db, { ...checked.value, id, active }, before)) {
      return refuse([{ path: 'barcode', code: 'PRODUCT_BARCODE_DUPLICATED' }])
    }
    const record: Product = { ...before, ...checked.value, id, companyId, rev: before?.rev ?? 0, active }
    const entries = (await input.endWaiting?.(tx, place.entries)) ?? place.entries
    const base = await readMergeBase(tx.db, 'product.save', orderingKey, entries, shownFields(before))
    await tx.upsert(
      {
        written: { kind: 'product', record },
        before: before && { kind: 'product', record: before },
        entries,
        dependsOn: await importsBefore({ tx, entries }, row),
      },
      orderingKey,
      'product.save',
      { productId: id, baseRev: record.rev, base, fields: fieldsOf(record) },
    )
    if (input.endsDraft) await deleteMeta(tx.db, 'new-product')
    const saved = await findProduct(tx.db, id)
    return saved ? ok(saved) : refusedWithCode('PRODUCT_NOT_FOUND')
  })
}
