import { type Kysely, sql } from 'kysely'

/** Since when a user is disabled is read from the trail while a receipt waits for its number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_user_status on audit (company_id, subject, at)
      where action in ('user.enable', 'user.disable', 'user.block')
  `.execute(db)
}
