import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ReportRow, ReportTotals } from '#contract/invoices-report-endpoints.ts'
import type { Page } from '#contract/pages.ts'
import type { FiscalDay } from '#domain/calendar/east-africa.ts'
import { type FiscalPaymentType, PAYMENT_OF } from '#domain/fiscal/fiscal-receipt.ts'
import { creditedTotal } from '#domain/invoices/credit-note.ts'
import type { Invoice, NumberedInvoice } from '#domain/invoices/invoice.ts'
import type { Cents } from '#domain/money/cents.ts'
import type { TaxLetter } from '#domain/tax/tax-type.ts'
import { companiesInScope } from '../administration/companies.ts'
import { type ListQuery, listPage } from '../administration/list-page.ts'
import { searchPatterns } from '../administration/search-patterns.ts'
import type { Db } from '../schema.ts'
import type { AdministrationScope } from '../scope.ts'

export type ReportSort = 'day' | '-day' | 'total' | '-total'
export type ReportStatus = ReportRow['status']

/** Which invoices a report is about. */
export type ReportFilter = {
  readonly from: FiscalDay
  readonly to: FiscalDay
  readonly search: string
  readonly status: ReportStatus | undefined
  readonly companyId: string | undefined
  readonly letter: TaxLetter | undefined
  readonly payment: FiscalPaymentType | undefined
}

const SOURCE = sql`invoices i join companies c on c.id = i.company_id`
/** Ids of invoices come from phones: only with the company they name one record. */
const ROW_ID = sql<string>`i.company_id || '.' || i.id`
const GROSS = sql<Cents>`(i.document -> 'totals' ->> 'totalIncludingTax')::bigint`
const SEARCHED = sql<string>`lower(concat_ws(' ', i.document -> 'receipt' ->> 'rctvnum',
  i.document -> 'customer' ->> 'name', i.document -> 'customer' ->> 'identificationNumber',
  i.document ->> 'reference', c.name))`

const ORDER: Record<ReportSort, Expression<unknown>> = {
  '-day': sql`i.issued_day desc, i.sale_at desc, i.id desc`,
  day: sql`i.issued_day, i.sale_at, i.id`,
  '-total': sql`${GROSS} desc, i.issued_day desc, i.id`,
  total: sql`${GROSS}, i.issued_day desc, i.id`,
}

/** Whether an invoice was paid in a way, in whole or in part; INVOICE is what stayed unpaid. */
function paidBy(type: FiscalPaymentType): Expression<SqlBool> {
  if (type === 'INVOICE') {
    return sql<SqlBool>`(select coalesce(sum((p.value ->> 'amount')::bigint), 0)
      from jsonb_array_elements(i.document -> 'payments') p) < ${GROSS}`
  }
  const ours = Object.entries(PAYMENT_OF).find(([, fiscal]) => fiscal === type)?.[0] ?? ''
  return sql<SqlBool>`i.document -> 'payments' @> ${JSON.stringify([{ type: ours }])}::jsonb`
}

/** Everything but the days. */
function narrowing(scope: AdministrationScope, filter: ReportFilter): Expression<SqlBool>[] {
  const { status, companyId, letter, payment } = filter
  return [
    companiesInScope(scope),
    ...(status === undefined ? [] : [sql<SqlBool>`i.status = ${status}`]),
    ...(companyId === undefined ? [] : [sql<SqlBool>`i.company_id = ${companyId}`]),
    ...(letter === undefined
      ? []
      : [sql<SqlBool>`i.document -> 'totals' -> 'perLetter' @> ${JSON.stringify([{ letter }])}::jsonb`]),
    ...(payment === undefined ? [] : [paidBy(payment)]),
  ]
}

function ofDays({ from, to }: ReportFilter): Expression<SqlBool> {
  return sql<SqlBool>`i.issued_day >= ${from} and i.issued_day <= ${to}`
}

function searched({ search }: ReportFilter): Expression<SqlBool>[] {
  return searchPatterns(search).map((pattern) => sql<SqlBool>`${SEARCHED} like ${pattern}`)
}

function all(conditions: readonly Expression<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join([...conditions], sql` and `)}`
}

type Stored = { readonly id: string; readonly companyName: string; readonly document: Invoice }

/** A stored invoice as a row; nothing for one without fiscal numbers. */
function rowOf({ id, companyName, document }: Stored): (ReportRow & { readonly id: string })[] {
  if (document.receipt === null) return []
  const invoice: NumberedInvoice = document
  const { totals, receipt, customer } = invoice
  return [
    {
      id,
      companyId: invoice.companyId,
      companyName,
      invoiceId: invoice.id,
      issuedDay: receipt.issuedDay,
      issuedAt: receipt.issuedAt,
      rctvnum: receipt.rctvnum,
      status: invoice.status,
      customerName: customer.name,
      identificationNumber: customer.identificationNumber,
      reference: invoice.reference,
      operatorName: invoice.operatorName,
      net: totals.totalExcludingTax,
      vat: totals.totalVat,
      gross: totals.totalIncludingTax,
      refunded: creditedTotal(invoice),
    },
  ]
}

/** One page of the invoices of a report. */
export async function listReportRows(
  db: Db,
  scope: AdministrationScope,
  filter: ReportFilter,
  query: ListQuery<ReportSort, never>,
): Promise<Page<ReportRow>> {
  return await listPage<ReportRow>(db, query, {
    from: SOURCE,
    id: ROW_ID,
    searchText: SEARCHED,
    conditions: [...narrowing(scope, filter), ofDays(filter)],
    order: ORDER[query.sort],
    rowsOf: async (ids) => {
      const { rows } = await sql<Stored>`
        select ${ROW_ID} as id, c.name as "companyName", i.document from ${SOURCE}
        where ${companiesInScope(scope)}
          and i.id = any(${ids.map((id) => id.split('.')[1] ?? '')}::uuid[]) and ${ROW_ID} = any(${[...ids]})
      `.execute(db)
      return rows.flatMap(rowOf)
    },
  })
}

/** The next rows of an export, oldest day first, after the last row of those before. */
export async function listExportRows(
  db: Db,
  scope: AdministrationScope,
  filter: ReportFilter,
  { after, limit }: { readonly after: { day: FiscalDay; id: string } | undefined; readonly limit: number },
): Promise<ReportRow[]> {
  const rest =
    after === undefined ? [] : [sql<SqlBool>`(i.issued_day, ${ROW_ID}) > (${after.day}, ${after.id})`]
  const { rows } = await sql<Stored>`
    select ${ROW_ID} as id, c.name as "companyName", i.document from ${SOURCE}
    where ${all([...narrowing(scope, filter), ofDays(filter), ...searched(filter), ...rest])}
    order by i.issued_day, ${ROW_ID} limit ${limit}
  `.execute(db)
  return rows.flatMap(rowOf)
}

type Found = Pick<ReportTotals, 'perLetter' | 'companies'> & {
  readonly paid: readonly { readonly type: keyof typeof PAYMENT_OF; readonly amount: Cents }[]
  readonly discount: Cents
  readonly canceledCount: number
  readonly canceledGross: Cents
}

/**
 * What the invoices of a report come to. The sums are those of the stored totals of the invoices, as the sales report
 * adds them, so that both are equal to the cent.
 */
export async function sumReport(
  db: Db,
  scope: AdministrationScope,
  filter: ReportFilter,
): Promise<Found & { readonly refundedCount: number; readonly refundedGross: Cents }> {
  const shown = sql`
    select i.company_id, c.name, i.status, i.document -> 'totals' as totals, i.document -> 'payments' as payments
    from ${SOURCE} where ${all([...narrowing(scope, filter), ofDays(filter), ...searched(filter)])}`
  const sum = (name: string) => sql`coalesce(sum((totals ->> ${sql.lit(name)})::bigint), 0)::float8`
  const [found, refunds] = await Promise.all([
    sql<Found>`
      with shown as materialized (${shown})
      select
        (select ${sum('totalDiscount')} from shown) as discount,
        (select count(*)::int from shown where status = 'canceled') as "canceledCount",
        (select ${sum('totalIncludingTax')} from shown where status = 'canceled') as "canceledGross",
        (select coalesce(json_agg(t order by t.letter), '[]') from (
          select l.value ->> 'letter' as letter, sum((l.value ->> 'net')::bigint) as net,
            sum((l.value ->> 'tax')::bigint) as tax
          from shown, jsonb_array_elements(totals -> 'perLetter') l group by 1) t) as "perLetter",
        (select coalesce(json_agg(t), '[]') from (
          select p.value ->> 'type' as type, sum((p.value ->> 'amount')::bigint) as amount
          from shown, jsonb_array_elements(payments) p group by 1) t) as paid,
        (select coalesce(json_agg(t order by t.gross desc, t.name), '[]') from (
          select company_id as id, name, count(*)::int as count, ${sum('totalExcludingTax')} as net,
            ${sum('totalVat')} as vat, ${sum('totalIncludingTax')} as gross
          from shown group by 1, 2) t) as companies
    `.execute(db),
    sql<{ refundedCount: number; refundedGross: Cents }>`
      select count(*)::int as "refundedCount",
        coalesce(sum((n.value ->> 'total')::bigint), 0)::float8 as "refundedGross"
      from ${SOURCE} cross join lateral jsonb_array_elements(i.document -> 'creditNotes') n
      where ${all([...narrowing(scope, filter), ...searched(filter)])}
        and i.document -> 'creditNotes' is not null
        and n.value ->> 'day' >= ${filter.from} and n.value ->> 'day' <= ${filter.to}
    `.execute(db),
  ])
  const [totals] = found.rows
  const [refunded] = refunds.rows
  if (!totals || !refunded) throw new Error('a sum has one row')
  return { ...totals, ...refunded }
}
