import { type Kysely, sql } from 'kysely'

/**
 * The sandbox of a company: a company of its own, registered at a simulator, in which programs with a test key work. It
 * has no users, and lists over companies leave it out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table companies add column sandbox_of uuid unique references companies;
  `.execute(db)
}
