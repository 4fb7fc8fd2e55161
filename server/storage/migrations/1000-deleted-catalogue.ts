import { type Kysely, sql } from 'kysely'

/**
 * A deleted customer or product keeps its row: a phone without a line may have sold to it, and that sale must still be
 * numbered. Finds the sales of one of them by its kept totals.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table customers add column deleted_at timestamptz;
    alter table products add column deleted_at timestamptz;
    create index aggregates_key on aggregates (company_id, kind, key);
  `.execute(db)
}
