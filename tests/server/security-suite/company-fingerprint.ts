import { sql } from 'kysely'
import type { Db } from '#server/storage/schema.ts'

/** Tables with a column of this name in the database as it is, so that a new table is never forgotten. */
export async function tablesWith(db: Db, column: string): Promise<string[]> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name = ${column} order by table_name
  `.execute(db)
  return rows.map((row) => row.table_name)
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
