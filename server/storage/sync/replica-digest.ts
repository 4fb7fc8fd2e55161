import { sql } from 'kysely'
import { type RowsDigest, rowsDigest } from '#domain/replica/rows-digest.ts'
import type { Db } from '../../services/context.ts'
import type { CompanyScope } from '../scope.ts'

type Revision = { readonly id: string; readonly rev: number }

/** Customers of a company, by id and revision. */
export async function digestCustomers(db: Db, scope: CompanyScope): Promise<RowsDigest> {
  return rowsDigest(
    await db
      .selectFrom('customers')
      .select(['id', 'rev'])
      .where('company_id', '=', scope.companyId)
      .execute(),
  )
}

/** Products of a company, by id and revision. */
export async function digestProducts(db: Db, scope: CompanyScope): Promise<RowsDigest> {
  return rowsDigest(
    await db.selectFrom('products').select(['id', 'rev']).where('company_id', '=', scope.companyId).execute(),
  )
}

/** Expenses of a company, by id and revision. */
export async function digestExpenses(db: Db, scope: CompanyScope): Promise<RowsDigest> {
  return rowsDigest(
    await db.selectFrom('expenses').select(['id', 'rev']).where('company_id', '=', scope.companyId).execute(),
  )
}

/** Invoices of a company sold from a month (`YYYY-MM`, East Africa) on, by id and revision, month by month. */
export async function digestInvoices(
  db: Db,
  scope: CompanyScope,
  fromMonth: string,
): Promise<ReadonlyMap<string, RowsDigest>> {
  const { rows } = await sql<Revision & { month: string }>`
    select id, rev, to_char(sale_at at time zone 'Africa/Dar_es_Salaam', 'YYYY-MM') as month
    from invoices
    where company_id = ${scope.companyId}
      and sale_at >= (${`${fromMonth}-01`}::timestamp at time zone 'Africa/Dar_es_Salaam')
  `.execute(db)
  const months = new Map<string, Revision[]>()
  for (const { month, id, rev } of rows) {
    const known = months.get(month)
    if (known) known.push({ id, rev })
    else months.set(month, [{ id, rev }])
  }
  return new Map([...months].map(([month, found]) => [month, rowsDigest(found)]))
}
