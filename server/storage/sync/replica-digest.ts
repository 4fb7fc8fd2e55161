import { sql } from 'kysely'
import { type ComparedTotal, type RowsDigest, rowsDigest, totalsDigest } from '#domain/replica/rows-digest.ts'
import type { Db } from '../schema.ts'
import type { CompanyScope } from '../scope.ts'

type Revision = { readonly id: string; readonly rev: number }

/**
 * Invoices of a company, or of one of its operators, sold from a month (`YYYY-MM`, East Africa) on, by id and revision,
 * month by month.
 */
export async function digestInvoices(
  db: Db,
  scope: CompanyScope,
  fromMonth: string,
  operatorId?: string,
): Promise<ReadonlyMap<string, RowsDigest>> {
  const { rows } = await sql<Revision & { month: string }>`
    select id, rev, to_char(sale_at at time zone 'Africa/Dar_es_Salaam', 'YYYY-MM') as month
    from invoices
    where company_id = ${scope.companyId}
      and sale_at >= (${`${fromMonth}-01`}::timestamp at time zone 'Africa/Dar_es_Salaam')
      and (${operatorId ?? null}::text is null or operator_id::text = ${operatorId ?? null})
  `.execute(db)
  const months = new Map<string, Revision[]>()
  for (const { month, id, rev } of rows) {
    const known = months.get(month)
    if (known) known.push({ id, rev })
    else months.set(month, [{ id, rev }])
  }
  return new Map([...months].map(([month, found]) => [month, rowsDigest(found)]))
}

/** Payments for the invoices of a company, or of one of its operators, by id and revision. */
export async function digestCollections(
  db: Db,
  scope: CompanyScope,
  operatorId?: string,
): Promise<RowsDigest> {
  const { rows } = await sql<Revision>`
    select k.id, k.rev from collections k
    where k.company_id = ${scope.companyId}
      and (${operatorId ?? null}::text is null or exists (
        select from invoices i where i.company_id = k.company_id and i.id = k.invoice_id
          and i.operator_id::text = ${operatorId ?? null}))
  `.execute(db)
  return rowsDigest(rows)
}

/** Every stored total of a company, by its revision and its figures. */
export async function digestTotals(db: Db, scope: CompanyScope): Promise<RowsDigest> {
  const { rows } = await sql<ComparedTotal>`
    select kind, period, key, rev, (figures->>'count')::float8 as count, (figures->>'gross')::float8 as gross,
      (figures->>'vat')::float8 as vat, (figures->>'quantity')::float8 as quantity
    from aggregates where company_id = ${scope.companyId}
  `.execute(db)
  return totalsDigest(rows)
}
