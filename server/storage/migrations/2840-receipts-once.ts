import { type Kysely, sql } from 'kysely'

/**
 * What was sold is kept once, in the signed bytes of a receipt. A process of the release before still writes its copy
 * (`receipts.receipt`), so the column stays until then; new rows have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table receipts alter column receipt drop not null`.execute(db)
}
