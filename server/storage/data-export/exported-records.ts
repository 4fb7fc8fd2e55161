import { type RawBuilder, sql } from 'kysely'
import type { Category } from '#domain/categories/category.ts'
import type { Collection } from '#domain/collections/collection.ts'
import type { Customer } from '#domain/customers/customer.ts'
import type { Expense } from '#domain/expenses/expense.ts'
import type { FileType } from '#domain/files/validate-file.ts'
import type { ZReport } from '#domain/fiscal/z-report.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { Product } from '#domain/products/product.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

/** Records as they leave in an export: no secrets, moments as text. */
export type ExportedRecords = {
  operators: {
    readonly id: string
    readonly username: string
    readonly firstName: string
    readonly lastName: string
    readonly email: string
    readonly mobile: string
    readonly type: string
    readonly status: string
    readonly language: string
    readonly rights: unknown
    readonly createdAt: string
  }
  customers: Customer
  products: Product
  vendors: Vendor
  categories: Category
  collections: Collection
  expenses: Expense
  invoices: Invoice
  receipts: {
    readonly invoiceId: string
    readonly number: string
    readonly dayNumber: number
    readonly day: string
    readonly time: string
    readonly verificationCode: string
    readonly total: number
    readonly delivery: string
    readonly answer: string
    readonly issuedAt: string
    readonly signedDocument: string
  }
  'z-reports': ZReport & { readonly delivery: string; readonly signedDocument: string }
  'audit-trail': {
    readonly at: string
    readonly action: string
    readonly subject: string
    readonly username: string
    readonly deviceId: string
    readonly detail: unknown
  }
}
export type ExportedKind = keyof ExportedRecords

const documents = (table: string) =>
  sql`select id::text as key, document as record from ${sql.table(table)} t`
const KEPT = sql`and deleted_at is null`

/** An instant as text, like everywhere else. */
const moment = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

type Source = {
  readonly select: RawBuilder<unknown>
  /** What the rows are ordered by, and the key in its type. */
  readonly key: RawBuilder<unknown>
  readonly type?: 'uuid' | 'bigint' | 'text'
  readonly only?: RawBuilder<unknown>
}

const byId = sql`t.id`
const SOURCES: { readonly [Kind in ExportedKind]: Source } = {
  operators: {
    select: sql`select id::text as key, jsonb_build_object('id', id, 'username', username, 'firstName', first_name,
      'lastName', last_name, 'email', email, 'mobile', mobile, 'type', user_type, 'status', status,
      'language', language, 'rights', rights, 'createdAt', ${moment('created_at')}) as record from users t`,
    key: byId,
  },
  customers: { select: documents('customers'), key: byId, only: KEPT },
  products: { select: documents('products'), key: byId, only: KEPT },
  vendors: { select: documents('vendors'), key: byId },
  categories: { select: documents('expense_categories'), key: byId },
  collections: { select: documents('collections'), key: byId },
  expenses: { select: documents('expenses'), key: byId },
  invoices: { select: documents('invoices'), key: byId },
  receipts: {
    select: sql`select invoice_id::text as key, jsonb_build_object('invoiceId', invoice_id, 'number', gc::text,
      'dayNumber', dc, 'day', day, 'time', time, 'verificationCode', rctvnum, 'total', total, 'delivery', delivery,
      'answer', coalesce(ack_code, ''), 'issuedAt', ${moment('issued_at')},
      'signedDocument', signed_bytes) as record from receipts t`,
    key: sql`t.invoice_id`,
  },
  'z-reports': {
    select: sql`select day || identity_id::text as key, report || jsonb_build_object('delivery', delivery,
      'signedDocument', signed_bytes) as record from z_reports t`,
    key: sql`(t.day || t.identity_id::text)`,
    type: 'text',
  },
  'audit-trail': {
    select: sql`select t.id::text as key, jsonb_build_object('at', ${moment('t.at')}, 'action', t.action,
      'subject', t.subject, 'username', coalesce(u.username, ''), 'deviceId', coalesce(t.device_id::text, ''),
      'detail', t.detail) as record from audit t left join users u on u.id = t.user_id`,
    key: byId,
    type: 'bigint',
  },
}

const BATCH = 500

/** All records of a kind of the company, in batches, in a fixed order. */
export async function* listExportedRecords<Kind extends ExportedKind>(
  db: Db,
  { companyId }: CompanyScope,
  kind: Kind,
): AsyncGenerator<readonly ExportedRecords[Kind][]> {
  const { select, key, type = 'uuid', only = sql`` } = SOURCES[kind]
  let last: string | undefined
  for (;;) {
    const rest = last === undefined ? sql`` : sql`and ${key} > ${last}::${sql.raw(type)}`
    const { rows } = await sql<{ key: string; record: ExportedRecords[Kind] }>`
      ${select} where t.company_id = ${companyId} ${only} ${rest} order by ${key} limit ${BATCH}
    `.execute(db)
    if (rows.length > 0) yield rows.map(({ record }) => record)
    if (rows.length < BATCH) return
    last = rows.at(-1)?.key
  }
}

const TABLES = {
  ...{
    operators: 'users',
    categories: 'expense_categories',
    'z-reports': 'z_reports',
    'audit-trail': 'audit',
  },
  ...{ customers: 'customers', products: 'products', vendors: 'vendors', collections: 'collections' },
  ...{ expenses: 'expenses', invoices: 'invoices', receipts: 'receipts' },
} as const satisfies Record<ExportedKind, string>

/** How many records of a kind the company has. */
export async function countExportedRecords(
  db: Db,
  { companyId }: CompanyScope,
  kind: ExportedKind,
): Promise<number> {
  const { only = sql`` } = SOURCES[kind]
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from ${sql.table(TABLES[kind])} where company_id = ${companyId} ${only}
  `.execute(db)
  return rows[0]?.found ?? 0
}

/** The complete files of the company's expenses, in a fixed order. */
export async function listExportedFiles(
  db: Db,
  { companyId }: CompanyScope,
): Promise<{ readonly sha256: string; readonly type: FileType }[]> {
  const rows = await db
    .selectFrom('files')
    .select(['sha256', 'type'])
    .where('company_id', '=', companyId)
    .where('whole_at', 'is not', null)
    .orderBy('sha256')
    .execute()
  return rows.flatMap(({ sha256, type }) => (type === null ? [] : [{ sha256, type }]))
}
