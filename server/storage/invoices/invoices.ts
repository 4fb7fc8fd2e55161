import type { Instant } from '#domain/calendar/east-africa.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { anyId } from '../row-values.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'
import { isUnpaid } from './unpaid.ts'

/** Who wrote a draft last: lets one phone save repeatedly without having seen its own revisions. */
export type DraftWriter = {
  readonly device: string | null
  /** The last revision that another device than `device` wrote. */
  readonly othersRev: number
}

export type StoredInvoice = { readonly invoice: Invoice; readonly writer: DraftWriter }

/** The invoice under an id; the same answer for an unknown one and for one of another company. */
export async function findInvoice(db: Db, scope: CompanyScope, id: string): Promise<Invoice | undefined> {
  const row = await db
    .selectFrom('invoices')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.document
}

/** The invoice under an id, locked until the transaction ends. */
export async function lockInvoice(
  db: Db,
  scope: CompanyScope,
  id: string,
): Promise<StoredInvoice | undefined> {
  return (await lockStoredInvoices(db, scope, [id])).get(id)
}

/** Those of the invoices that exist, by id, locked until the transaction ends, with who wrote them. */
export async function lockStoredInvoices(
  db: Db,
  scope: CompanyScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredInvoice>> {
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'document', 'writer_device', 'others_rev'])
    .where('company_id', '=', scope.companyId)
    .where('id', '=', anyId(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      { invoice: row.document, writer: { device: row.writer_device, othersRev: row.others_rev } },
    ]),
  )
}

/** Invoices by id, locked until the transaction ends. */
export async function lockInvoices(db: Db, scope: CompanyScope, ids: readonly string[]): Promise<Invoice[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('invoices')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.document)
}

/**
 * Invoices by id, in no order. With `since`, only drafts, what is owed, and what was sold or changed since then: the sale
 * time is the phone's, and one whose clock is years behind still sells today.
 */
export async function listInvoices(
  db: Db,
  scope: CompanyScope,
  ids: readonly string[],
  since?: Instant,
): Promise<Invoice[]> {
  if (ids.length === 0) return []
  let query = db
    .selectFrom('invoices')
    .select('document')
    .where('company_id', '=', scope.companyId)
    .where('id', 'in', ids)
  if (since !== undefined) {
    query = query.where((where) =>
      where.or([
        where('status', '=', 'draft'),
        where('sale_at', '>=', since),
        where('changed_at', '>=', since),
        isUnpaid(scope),
      ]),
    )
  }
  const rows = await query.execute()
  return rows.map((row) => row.document)
}

/** Invoices sold before a moment, newest first; those sold at that very moment only below an id. */
export async function listOlderInvoices(
  db: Db,
  scope: CompanyScope,
  page: {
    readonly beforeSaleAt: Instant
    readonly beforeId: string | undefined
    readonly since: Instant | undefined
    readonly status: Invoice['status'] | undefined
    /** Only those of this operator. */
    readonly operatorId: string | undefined
    readonly limit: number
  },
): Promise<Invoice[]> {
  const { beforeSaleAt, beforeId, since, status } = page
  let query = db.selectFrom('invoices').select('document').where('company_id', '=', scope.companyId)
  query =
    beforeId === undefined
      ? query.where('sale_at', '<', beforeSaleAt)
      : query.where((where) =>
          where.or([
            where('sale_at', '<', beforeSaleAt),
            where.and([where('sale_at', '=', beforeSaleAt), where('id', '<', beforeId)]),
          ]),
        )
  if (since !== undefined) query = query.where('sale_at', '>=', since)
  if (status !== undefined) query = query.where('status', '=', status)
  if (page.operatorId !== undefined) query = query.where('operator_id', '=', page.operatorId)
  const rows = await query.orderBy('sale_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute()
  return rows.map((row) => row.document)
}

/** Those of the invoices that an operator wrote last. */
export async function listIdsOfOperator(
  db: Db,
  scope: CompanyScope,
  operatorId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('invoices')
    .select('id')
    .where('company_id', '=', scope.companyId)
    .where('operator_id', '=', operatorId)
    .where('id', '=', anyId(ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Writes invoices as they are now. `writerOf` is given with drafts; without it the stored writer stays. */
export async function upsertInvoices(
  db: Db,
  scope: CompanyScope,
  invoices: readonly Invoice[],
  changedAt: string,
  writerOf?: (invoice: Invoice) => DraftWriter,
): Promise<void> {
  await db
    .insertInto('invoices')
    .values(
      invoices.map((invoice) => {
        const writer = writerOf?.(invoice)
        return {
          company_id: scope.companyId,
          id: invoice.id,
          rev: invoice.rev,
          status: invoice.status,
          sale_at: invoice.saleAt,
          operator_id: invoice.operatorId,
          document: JSON.stringify(invoice),
          changed_at: changedAt,
          writer_device: writer?.device ?? null,
          others_rev: writer?.othersRev ?? 0,
        }
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'id']).doUpdateSet((excluded) => ({
        rev: excluded.ref('excluded.rev'),
        status: excluded.ref('excluded.status'),
        sale_at: excluded.ref('excluded.sale_at'),
        operator_id: excluded.ref('excluded.operator_id'),
        document: excluded.ref('excluded.document'),
        changed_at: excluded.ref('excluded.changed_at'),
        ...(writerOf && {
          writer_device: excluded.ref('excluded.writer_device'),
          others_rev: excluded.ref('excluded.others_rev'),
        }),
      })),
    )
    .execute()
}
