import * as v from 'valibot'
import { customerFieldsSchema } from '#contract/customers.ts'
import { MAX_IMPORTED_ROWS } from '#contract/operations.ts'
import { productFieldsSchema } from '#contract/products.ts'
import { customerFromRow } from '#data/customers.ts'
import { hashText } from '#data/hash-text.ts'
import { listByOrderingKeys } from '#data/outbox-entries.ts'
import { importOrderingKey, isUnsent, orderingKeyOf } from '#data/outbox-entry.ts'
import { productFromRow } from '#data/products.ts'
import type { CustomerRow, ProductRow } from '#data/rows.ts'
import { isListed } from '#data/search-rows.ts'
import { workTransaction } from '#data/work-transaction.ts'
import type { CustomerFields } from '#domain/customers/check-customer.ts'
import { CUSTOMER_COLUMNS } from '#domain/customers/customer-table.ts'
import type { ProductFields } from '#domain/products/check-product.ts'
import { ok } from '#domain/result.ts'
import type { Account } from '#session/account.ts'
import { type CommandDeps, type CommandResult, readAuthor, runCommand } from '#sync/outbox/command-result.ts'
import { enqueueFirst } from '#sync/outbox/enqueue.ts'
import { type ImportedRow, showImported } from '#sync/outbox/imported-rows.ts'
import { type Serialization, serializeOperation } from '#sync/outbox/serialize-operation.ts'
import { saveCustomer, saveProduct } from './catalogue.ts'
import { takeBackDeletion } from './must-enqueue.ts'

/** Rows written in one transaction, and sent as one operation. */
export const IMPORT_CHUNK = MAX_IMPORTED_ROWS

/** A row of a file to write. `id`: the record that it changes; absent for a new one. */
export type RowToImport<Fields> = { readonly row: number; readonly id?: string; readonly fields: Fields }

/** How many records a chunk wrote (what this phone has already is not written again), and rows that were not saved. */
export type ImportedChunk = {
  readonly written: number
  readonly failed: readonly { readonly row: number; readonly code: string }[]
}

/**
 * An id derived from the company and the row: the same file on two phones, or again after an interruption, creates
 * one record.
 */
function idOf(companyId: string, values: readonly unknown[]): string {
  const hex = hashText(JSON.stringify([companyId, ...values]))
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** What customers and products do differently. */
type Kind<Fields, Row> = {
  readonly kind: 'customer' | 'product'
  readonly identity: (fields: Fields) => readonly unknown[]
  readonly list: (ids: readonly string[]) => Promise<(Row | undefined)[]>
  readonly toImported: (id: string, row: Row | undefined, fields: Fields) => ImportedRow
  readonly isStorable: (row: ImportedRow) => boolean
  readonly serialize: (importKey: string, rows: readonly ImportedRow[]) => Serialization
  readonly saveAlone: (row: RowToImport<Fields>) => Promise<CommandResult<unknown>>
}

async function importChunk<Fields, Row extends CustomerRow | ProductRow>(
  account: Account,
  deps: CommandDeps,
  kind: Kind<Fields, Row>,
  rows: readonly RowToImport<Fields>[],
): Promise<CommandResult<ImportedChunk>> {
  const { db } = account
  const failed: { row: number; code: string }[] = []
  const author = await readAuthor(db, `${kind.kind}.save`)
  if (!author.ok) return author
  const companyId = author.value.company.id
  const named = rows.map((row) => ({
    ...row,
    known: row.id,
    id: row.id ?? idOf(companyId, kind.identity(row.fields)),
  }))
  const importKey = importOrderingKey(deps.ports.newId())
  const chunk = await runCommand(db, deps, () =>
    workTransaction(db, async () => {
      const stored = await kind.list(named.map(({ id }) => id))
      // Checked before the next read, not after it: both in one task would block a slow phone.
      const changed = named.flatMap((row, at) => {
        const before = stored[at]
        // New in the file, and here already: this phone has taken the row in before. One that was deleted since is not here.
        if (row.known === undefined ? before && isListed(before) : before === undefined) return []
        const written = kind.toImported(row.id, before, row.fields)
        return [{ row, before, written: kind.isStorable(written) ? written : undefined }]
      })
      const entries = await listByOrderingKeys(
        db,
        named.map(({ id }) => orderingKeyOf(kind.kind, id)),
      )
      const alone: (typeof named)[number][] = []
      const imported = changed.flatMap(({ row, before, written }) => {
        const waits = before?.pending.kind !== 'none' && before !== undefined
        const unsent = (entries.get(orderingKeyOf(kind.kind, row.id)) ?? []).filter(isUnsent)
        // What was merged into another customer is still here, under that one.
        if (row.known === undefined && unsent.some(({ type }) => type === 'customer.merge')) return []
        if (waits || unsent.length > 0) {
          alone.push(row)
          return []
        }
        if (written) return [written]
        failed.push({ row: row.row, code: 'OPERATION_INVALID' })
        return []
      })
      if (imported.length > 0) {
        const serialized = kind.serialize(importKey, imported)
        if (serialized.kind === 'refused') throw new Error('every row of the chunk was checked')
        await enqueueFirst(account, [serialized.operation], deps.ports.clock.now())
        await showImported(db, companyId, importKey, imported)
      }
      return ok({ written: imported.length, alone })
    }),
  )
  if (!chunk.ok) return chunk
  let { written } = chunk.value
  // Their earlier work is still to be sent: the ordinary save puts them behind it.
  for (const row of chunk.value.alone) {
    const saved = await kind.saveAlone(row)
    if (saved.ok) written += 1
    else failed.push({ row: row.row, code: saved.refusals[0]?.code ?? 'UNEXPECTED' })
  }
  return ok({ written, failed })
}

/** The fields of a stored record, and whether the server has it: the base that it merges a change with. */
function baseOf<T extends { id: string; companyId: string; rev: number }>(record: T) {
  const { id: _id, companyId: _company, rev, ...fields } = record
  return { fields, base: rev > 0 ? fields : null, baseRev: rev }
}

/**
 * Writes customers of a file on this phone, at most `IMPORT_CHUNK`, and queues them as one operation, in one
 * transaction. Works offline; the same rows again write nothing.
 */
export function importCustomers(
  account: Account,
  deps: CommandDeps,
  rows: readonly RowToImport<CustomerFields>[],
): Promise<CommandResult<ImportedChunk>> {
  const kind: Kind<CustomerFields, CustomerRow> = {
    kind: 'customer',
    identity: (fields) => CUSTOMER_COLUMNS.map((column) => fields[column]),
    list: (ids) => account.db.customers.bulkGet([...ids]),
    toImported: (id, row, fields) => {
      const before = row && baseOf(customerFromRow(row))
      const write = {
        customerId: id,
        baseRev: before?.baseRev ?? 0,
        base: before?.base ?? null,
        // What a file of the shop names is on its list.
        fields: { ...before?.fields, ...fields, active: true },
      }
      return { kind: 'customer', id, write }
    },
    isStorable: ({ write }) => v.is(customerFieldsSchema, write.fields),
    serialize: (importKey, chunk) => {
      const writes = chunk.flatMap((row) => (row.kind === 'customer' ? row.write : []))
      return serializeOperation(deps.ports.newId, 'customer.import', importKey, { rows: writes })
    },
    saveAlone: ({ id, fields }) =>
      saveCustomer(account, deps, {
        form: fields,
        active: true,
        endWaiting: (tx, entries) => takeBackDeletion(tx, 'customer.delete', entries),
        ...(id === undefined ? {} : { customerId: id }),
      }),
  }
  return importChunk(account, deps, kind, rows)
}

/** The same for products. */
export function importProducts(
  account: Account,
  deps: CommandDeps,
  rows: readonly RowToImport<ProductFields>[],
): Promise<CommandResult<ImportedChunk>> {
  const kind: Kind<ProductFields, ProductRow> = {
    kind: 'product',
    identity: ({ name, barcode = '', sku = '' }) => ['product', name.toLowerCase(), barcode, sku],
    list: (ids) => account.db.products.bulkGet([...ids]),
    toImported: (id, row, fields) => {
      const before = row && baseOf(productFromRow(row))
      const write = {
        productId: id,
        baseRev: before?.baseRev ?? 0,
        base: before?.base ?? null,
        // What the price list of a shop names is sold.
        fields: { ...before?.fields, ...fields, active: true },
      }
      return { kind: 'product', id, write }
    },
    isStorable: ({ write }) => v.is(productFieldsSchema, write.fields),
    serialize: (importKey, chunk) => {
      const writes = chunk.flatMap((row) => (row.kind === 'product' ? row.write : []))
      return serializeOperation(deps.ports.newId, 'product.import', importKey, { rows: writes })
    },
    saveAlone: ({ id, fields }) =>
      saveProduct(account, deps, {
        form: fields,
        active: true,
        endWaiting: (tx, entries) => takeBackDeletion(tx, 'product.delete', entries),
        ...(id === undefined ? {} : { productId: id }),
      }),
  }
  return importChunk(account, deps, kind, rows)
}
