import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Aggregate } from '#contract/aggregates.ts'
import { type OperationBody, type OperationType, operationBodies } from '#contract/operations.ts'
import type { Change, OperationResult, PushedOperation } from '#contract/sync.ts'
import { type FiscalDay, toInstant } from '#domain/calendar/east-africa.ts'
import type { Category } from '#domain/categories/category.ts'
import type { Collection } from '#domain/collections/collection.ts'
import { collectedFor } from '#domain/collections/owed.ts'
import type { Customer } from '#domain/customers/customer.ts'
import { mergeCustomers, mergedIdsOf } from '#domain/customers/merge-customers.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import { filesField, mergeFiles } from '#domain/expenses/expense-files.ts'
import { expenseTotals } from '#domain/expenses/expense-totals.ts'
import type { Invoice, InvoiceReceipt } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { returnMoment } from '#domain/invoices/return-moment.ts'
import { transition } from '#domain/invoices/transition.ts'
import type { Product } from '#domain/products/product.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import { mergeFields } from '#server/services/operations/merge-fields.ts'

type Stored = { readonly t: Change['t']; readonly id: string; readonly changeId: number }
type Written = OperationBody<'invoice.save'>
type StoredInvoice = Invoice & { readonly writer: string; readonly othersRev: number }
type Done = { readonly change: Change; readonly alias?: { readonly from: string; readonly to: string } }

class No extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

function bodyOf<T extends OperationType>(type: T, text: string): OperationBody<T> {
  // The schema is the operation's own; the compiler cannot follow a lookup by a type parameter.
  return v.parse(operationBodies[type][1], JSON.parse(text)) as OperationBody<T>
}

/** What a writing makes of the fields of a record, field by field as the server merges them. */
function merged<T extends object>(stored: object | undefined, base: T | null, fields: T): T {
  if (!stored) return fields
  const named = (record: object) => Object.fromEntries(Object.entries(record))
  const storedFields = Object.fromEntries(
    Object.keys(fields).map((name) => [name, Reflect.get(stored, name)]),
  )
  // The names of `fields`, and no others.
  return mergeFields(storedFields, base && named(base), named(fields)).merged as T
}

/** The company on the server, in memory: ledger of operations, records, numbering, aliases and change feed. */
export class FakeCompany {
  readonly companyId: string
  readonly ledger = new Map<string, OperationResult>()
  readonly hashes = new Map<string, string>()
  readonly executions: { opId: string; lane: string; deviceId: string; deviceSeq: number; type: string }[] =
    []
  readonly invoices = new Map<string, StoredInvoice>()
  readonly customers = new Map<string, Customer>()
  readonly products = new Map<string, Product>()
  readonly vendors = new Map<string, Vendor>()
  readonly categories = new Map<string, Category>()
  readonly expenses = new Map<string, Expense>()
  readonly collections = new Map<string, Collection>()
  readonly aliases = new Map<string, string>()
  readonly files = new Map<string, { readonly size: number; bytes: Buffer }>()
  readonly totals = new Map<string, Aggregate>()
  readonly feed: Stored[] = []
  /** Why the server deletes nothing, when a test wants that. */
  refuseDeletes: string | undefined
  protected readonly now: () => number
  protected lastChangeId = 0
  #gc = 0

  constructor(companyId: string, now: () => number) {
    this.companyId = companyId
    this.now = now
  }

  /** Executes an operation once; a repeated one gets the first answer, unless the text differs. */
  protected execute(op: PushedOperation, deviceId: string): OperationResult {
    const { opId, bodyHash } = op
    const known = this.ledger.get(opId)
    if (known && this.hashes.get(opId) === bodyHash) return known
    if (known) return { state: 'refused', opId, bodyHash, code: 'OPERATION_REUSED' }
    const hash = createHash('sha256').update(op.body, 'utf8').digest('hex')
    if (hash !== bodyHash) return { state: 'refused', opId, bodyHash, code: 'OPERATION_INVALID' }
    if (op.type === 'expense.keep-file' && !this.#isWhole(op.body)) {
      return { state: 'retry', opId, bodyHash, code: 'FILE_INCOMPLETE', retryAfterMs: 5_000 }
    }
    const result = this.#run(op, deviceId)
    this.ledger.set(opId, result)
    this.hashes.set(opId, bodyHash)
    this.executions.push({ opId, lane: op.lane, deviceId, deviceSeq: op.deviceSeq, type: op.type })
    return result
  }

  #isWhole(text: string): boolean {
    const file = this.files.get(bodyOf('expense.keep-file', text).sha256)
    return file !== undefined && file.bytes.length === file.size
  }

  #run(op: PushedOperation, deviceId: string): OperationResult {
    const { opId, bodyHash } = op
    try {
      if (op.type === 'customer.import' || op.type === 'product.import') return this.#import(op)
      const { change, alias } = this.#verb(op, deviceId)
      const changeId = this.record(change.t, change.id)
      return { state: 'done', opId, bodyHash, changeId, change, ...(alias ? { alias } : {}) }
    } catch (error) {
      if (!(error instanceof No)) throw error
      return { state: 'refused', opId, bodyHash, code: error.code }
    }
  }

  #verb(op: PushedOperation, deviceId: string): Done {
    switch (op.type) {
      case 'customer.save':
        return this.#saveCustomer(bodyOf('customer.save', op.body))
      case 'product.save':
        return this.#saveProduct(bodyOf('product.save', op.body))
      case 'vendor.save': {
        const { vendorId: id, base, fields } = bodyOf('vendor.save', op.body)
        const stored = this.vendors.get(id)
        const isTaken = ({ id: other, taxNumber }: Vendor) => other !== id && taxNumber === fields.taxNumber
        if (fields.taxNumber !== '' && [...this.vendors.values()].some(isTaken)) {
          throw new No('VENDOR_NUMBER_REGISTERED')
        }
        if (fields.mergedInto && this.vendors.get(fields.mergedInto)?.mergedInto)
          throw new No('VENDOR_MERGED')
        const rev = (stored?.rev ?? 0) + 1
        this.vendors.set(id, { ...merged(stored, base, fields), id, companyId: this.companyId, rev })
        return { change: this.changeOf('vendor', id) }
      }
      case 'category.save': {
        const { categoryId: id, base, fields } = bodyOf('category.save', op.body)
        const stored = this.categories.get(id)
        const rev = (stored?.rev ?? 0) + 1
        this.categories.set(id, { ...merged(stored, base, fields), id, companyId: this.companyId, rev })
        return { change: this.changeOf('category', id) }
      }
      case 'collection.save': {
        const { collectionId: id, invoiceId, fields, at } = bodyOf('collection.save', op.body)
        if (!this.invoices.get(invoiceId)?.receipt) throw new No('INVOICE_NOT_FOUND')
        const named = { id, invoiceId, companyId: this.companyId, rev: 1, at, by: 'x', canceled: false }
        this.collections.set(id, { ...fields, ...named })
        return { change: this.changeOf('collection', id) }
      }
      case 'collection.cancel': {
        const { collectionId: id, at: canceledAt } = bodyOf('collection.cancel', op.body)
        const stored = this.collections.get(id)
        if (!stored) throw new No('COLLECTION_NOT_FOUND')
        const rev = stored.rev + 1
        this.collections.set(id, { ...stored, rev, canceled: true, ...(canceledAt && { canceledAt }) })
        return { change: this.changeOf('collection', id) }
      }
      case 'customer.merge': {
        const { customerId: from, intoId: to } = bodyOf('customer.merge', op.body)
        const [merging, kept] = [this.customers.get(from), this.customers.get(to)]
        if (!merging || !kept) throw new No('CUSTOMER_NOT_FOUND')
        this.customers.set(to, { ...mergeCustomers(kept, merging), rev: kept.rev + 1 })
        this.customers.delete(from)
        this.aliases.set(from, to)
        this.record('customer', from)
        return { change: this.changeOf('customer', to), alias: { from, to } }
      }
      case 'customer.delete':
        return { change: this.#delete('customer', bodyOf('customer.delete', op.body).customerId) }
      case 'product.delete':
        return { change: this.#delete('product', bodyOf('product.delete', op.body).productId) }
      case 'expense.save':
        return { change: this.#saveExpense(bodyOf('expense.save', op.body)) }
      case 'expense.keep-file':
        return { change: this.changeOf('expense', bodyOf('expense.keep-file', op.body).expenseId) }
      case 'invoice.save':
        return { change: this.#write(bodyOf('invoice.save', op.body), deviceId, false) }
      case 'invoice.submit':
        return { change: this.#write(bodyOf('invoice.submit', op.body), deviceId, true) }
      case 'invoice.cancel': {
        return { change: this.#cancel(bodyOf('invoice.cancel', op.body)) }
      }
      default:
        throw new No('OPERATION_UNKNOWN')
    }
  }

  #delete(t: 'customer' | 'product', id: string): Change {
    if (this.refuseDeletes !== undefined) throw new No(this.refuseDeletes)
    const records = t === 'customer' ? this.customers : this.products
    const rev = (records.get(id)?.rev ?? 0) + 1
    records.delete(id)
    return { t, id, rev, op: 'delete', row: null }
  }

  #saveExpense({ expenseId: id, base, fields: written, createdAt }: OperationBody<'expense.save'>): Change {
    const stored = this.expenses.get(id)
    if (!stored && base !== null) throw new No('EXPENSE_NOT_FOUND')
    if (written.receiptCode === 'REFUSE') throw new No('EXPENSE_CODE_REGISTERED')
    const { files: _, ...fields } = merged(stored, base, written)
    if (stored && stored.status !== 'pending') throw new No('EXPENSE_NOT_PENDING')
    this.expenses.set(id, {
      ...fields,
      ...filesField(mergeFiles(stored?.files, base?.files, written.files)),
      id,
      companyId: this.companyId,
      rev: (stored?.rev ?? 0) + 1,
      totals: expenseTotals(fields),
      createdBy: '00000000-0000-7000-8000-000000000001',
      createdByName: 'x',
      createdAt,
    })
    return this.changeOf('expense', id)
  }

  /** Every row by itself: one that is refused does not stop the others. */
  #import({ opId, bodyHash, type, body }: PushedOperation): OperationResult {
    const refusedRows: { id: string; code: string }[] = []
    const aliases: { from: string; to: string }[] = []
    const run = (id: string, save: () => Done) => {
      try {
        const { change, alias } = save()
        this.record(change.t, change.id)
        if (alias) aliases.push(alias)
      } catch (error) {
        if (!(error instanceof No)) throw error
        refusedRows.push({ id, code: error.code })
      }
    }
    if (type === 'customer.import') {
      for (const row of bodyOf('customer.import', body).rows) {
        run(row.customerId, () => this.#saveCustomer(row))
      }
    } else {
      for (const row of bodyOf('product.import', body).rows) run(row.productId, () => this.#saveProduct(row))
    }
    return { state: 'done', opId, bodyHash, changeId: this.lastChangeId, change: null, refusedRows, aliases }
  }

  #saveProduct({ productId: id, base, fields }: OperationBody<'product.save'>): Done {
    const stored = this.products.get(id)
    if (!stored && base !== null) throw new No('PRODUCT_NOT_FOUND')
    const rev = (stored?.rev ?? 0) + 1
    this.products.set(id, { ...merged(stored, base, fields), id, companyId: this.companyId, rev })
    return { change: this.changeOf('product', id) }
  }

  #saveCustomer(body: OperationBody<'customer.save'>): Done {
    const { customerId, base, fields } = body
    if (fields.name.startsWith('REFUSE')) throw new No('CUSTOMER_NAME_REQUIRED')
    const twin = [...this.customers.values()].find(
      (other) =>
        other.id !== customerId &&
        fields.identificationNumber !== '' &&
        other.identificationNumber === fields.identificationNumber,
    )
    if (twin) {
      this.aliases.set(customerId, twin.id)
      return { change: this.changeOf('customer', twin.id), alias: { from: customerId, to: twin.id } }
    }
    const id = this.aliases.get(customerId) ?? customerId
    const stored = this.customers.get(id)
    if (!stored && base !== null) throw new No('CUSTOMER_NOT_FOUND')
    const rev = (stored?.rev ?? 0) + 1
    const written = { ...merged(stored, base, fields), ...mergedIdsOf(stored) }
    this.customers.set(id, { ...written, id, companyId: this.companyId, rev })
    return { change: this.changeOf('customer', id) }
  }

  #cancel({ invoiceId, reason, at: said }: OperationBody<'invoice.cancel'>): Change {
    const stored = this.invoices.get(invoiceId)
    if (!stored) throw new No('INVOICE_NOT_FOUND')
    const collected = collectedFor(invoiceId, [...this.collections.values()])
    const moment = returnMoment(said, stored.saleAt, toInstant(this.now()))
    const moved = transition(stored, { kind: 'canceled', collected, ...moment, by: 'x', reason })
    if (moved.kind === 'refused') throw new No(moved.code)
    this.#replace(stored, moved.invoice)
    return this.changeOf('invoice', invoiceId)
  }

  #replace(stored: StoredInvoice, invoice: Invoice): void {
    const { writer, othersRev, rev } = stored
    this.invoices.set(invoice.id, { ...invoice, rev: rev + 1, writer, othersRev })
  }

  #write(body: Written, deviceId: string, submits: boolean): Change {
    const stored = this.invoices.get(body.invoiceId)
    if (stored?.receipt && submits) return this.changeOf('invoice', stored.id)
    if (stored && stored.status !== 'draft') throw new No('INVOICE_NOT_DRAFT')
    const seen = stored?.writer === deviceId ? stored.othersRev : (stored?.rev ?? 0)
    if (stored && body.baseRev < seen) throw new No('INVOICE_CHANGED_ELSEWHERE')
    const alias = body.content.customer.customerId
    const customerId = alias === null ? null : (this.aliases.get(alias) ?? alias)
    if (submits) this.#judge(body, customerId)
    const content = { ...body.content, customer: { ...body.content.customer, customerId } }
    const receipt = submits
      ? ({ status: 'submitted', receipt: this.#receipt() } as const)
      : ({ status: 'draft', receipt: null } as const)
    this.invoices.set(body.invoiceId, {
      ...content,
      ...receipt,
      id: body.invoiceId,
      companyId: this.companyId,
      rev: (stored?.rev ?? 0) + 1,
      saleAt: body.saleAt,
      operatorId: '00000000-0000-7000-8000-000000000001',
      operatorName: 'x',
      origin: 'app',
      accountingNumber: '',
      vatRegistered: true,
      totals: invoiceTotals(content, true),
      cancellation: null,
      writer: deviceId,
      othersRev: stored ? (stored.writer === deviceId ? stored.othersRev : stored.rev) : 0,
    })
    return this.changeOf('invoice', body.invoiceId)
  }

  #judge(body: Written, customerId: string | null): void {
    for (const { productId } of body.content.lines) {
      if (productId !== null && !this.products.has(productId)) throw new No('INVOICE_PRODUCT_UNKNOWN')
    }
    if (customerId !== null && !this.customers.has(customerId)) throw new No('INVOICE_CUSTOMER_UNKNOWN')
  }

  #receipt(): InvoiceReceipt {
    this.#gc += 1
    const at = toInstant(this.now())
    return {
      gc: this.#gc,
      dc: this.#gc,
      znum: '20261121',
      rctvnum: `ABC1234${this.#gc}`,
      issuedDay: at.slice(0, 10) as FiscalDay,
      issuedTime: '10:00:00',
      issuedAt: at,
      verifyUrl: 'https://verify.example/x',
      delivery: 'numbered',
      ackCode: null,
      ackMessage: null,
      acknowledgedAt: null,
      verifiedAt: null,
      simulated: true,
      serial: 's',
      uin: 'u',
      taxOffice: 't',
    }
  }

  /** The current state of a record, as in the feed. */
  changeOf(t: Change['t'], id: string): Change {
    // Records of the domain have the shape of the wire, which the contract's own tests prove.
    const toChange = <R extends { readonly rev: number }>(row: R | undefined): Change => {
      if (!row) return { t, id, rev: Number.MAX_SAFE_INTEGER, op: 'delete', row: null }
      return { t, id, rev: row.rev, op: 'put', row } as unknown as Change
    }
    if (t === 'collection') return toChange(this.collections.get(id))
    if (t === 'aggregate') return toChange(this.totals.get(id))
    if (t === 'expense') return toChange(this.expenses.get(id))
    if (t === 'vendor') return toChange(this.vendors.get(id))
    if (t === 'category') return toChange(this.categories.get(id))
    if (t !== 'invoice') return toChange(t === 'customer' ? this.customers.get(id) : this.products.get(id))
    const stored = this.invoices.get(id)
    if (!stored) throw new Error(`no invoice ${id}`)
    const { writer: _writer, othersRev: _othersRev, ...invoice } = stored
    return toChange(invoice)
  }

  /** Puts a record at the end of the change feed; gives its number. */
  record(t: Change['t'], id: string): number {
    const known = this.feed.findIndex((stored) => stored.t === t && stored.id === id)
    if (known !== -1) this.feed.splice(known, 1)
    this.lastChangeId += 1
    this.feed.push({ t, id, changeId: this.lastChangeId })
    return this.lastChangeId
  }

  /** The authority acknowledged an invoice. */
  issue(id: string): void {
    const stored = this.invoices.get(id)
    if (!stored) throw new Error(`no invoice ${id}`)
    const moved = transition(stored, { kind: 'acknowledged', at: toInstant(this.now()) })
    if (moved.kind === 'refused') throw new Error(moved.code)
    this.#replace(stored, moved.invoice)
    this.record('invoice', id)
  }
}
