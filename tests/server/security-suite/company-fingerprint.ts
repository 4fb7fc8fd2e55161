import { sql } from 'kysely'
import type { Db } from '#server/storage/schema.ts'
import type { TenantTables } from './tenant-predicates.ts'

/** Tables with a column of this name in the database as it is, so that a new table is never forgotten. */
export async function tablesWith(db: Db, column: string): Promise<string[]> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = ${column}
      and table_name not in (select relname from pg_class where relispartition)
    order by table_name
  `.execute(db)
  return rows.map((row) => row.table_name)
}

/**
 * Every table with the key of a company, as the database has it now, new ones included. A device identity is looked up by its
 * id only to find its company.
 */
export async function tenantTables(db: Db): Promise<TenantTables> {
  const found: Record<string, string[]> = { companies: ['id'] }
  for (const table of await tablesWith(db, 'company_id')) found[table] = ['company_id']
  return { ...found, identity_companies: ['company_id', 'identity_id'] }
}

/** A hash of every row of a company, table by table: equal as long as no row changed. */
export async function fingerprintCompany(db: Db, companyId: string): Promise<Record<string, string>> {
  const print: Record<string, string> = {}
  for (const table of await tablesWith(db, 'company_id')) {
    const { rows } = await sql<{ hash: string }>`
      select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as hash
      from ${sql.table(table)} as r where company_id = ${companyId}
    `.execute(db)
    print[table] = rows[0]?.hash ?? ''
  }
  const { rows } = await sql<{ row: string }>`
    select c::text as row from companies as c where id = ${companyId}
  `.execute(db)
  print['companies'] = rows[0]?.row ?? ''
  return print
}

/** The same for several companies at once, by one statement: a hash of the rows of each in each table. */
export async function fingerprintCompanies(
  db: Db,
  companyIds: readonly string[],
): Promise<Record<string, Record<string, string>>> {
  const tables = await tablesWith(db, 'company_id')
  const hashes = tables.map(
    (table) => sql`
      select ${table} as table_name, company_id::text as company_id,
        md5(string_agg(r::text, '|' order by r::text)) as hash
      from ${sql.table(table)} as r where company_id = any(${companyIds}::uuid[]) group by company_id`,
  )
  const { rows } = await sql<{ table_name: string; company_id: string; hash: string }>`
    ${sql.join(hashes, sql` union all `)}
    union all select 'companies', id::text, md5(c::text) from companies as c where id = any(${companyIds}::uuid[])
  `.execute(db)
  const found: Record<string, Record<string, string>> = {}
  for (const { table_name, company_id, hash } of rows) {
    found[company_id] = { ...found[company_id], [table_name]: hash }
  }
  return found
}
