import { type Kysely, sql } from 'kysely'

/** Finds what an operator without the right to see all sales has sold. By columns that no delivery changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index invoices_operator on invoices (company_id, operator_id, sale_at desc)`.execute(db)
}
